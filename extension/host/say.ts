/** What there is to say of an error. */

/** What an error says. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
