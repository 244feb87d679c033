/**
 * The desk, as tests and measurements need it without a host.
 *
 * Never here: a host.
 */
import type { Branch, DeskEvent, Handled, Order, Questionnaire, Scene } from "../extension/core/core.ts";

/** Where a pending file comes from. */
export interface Origin {
	session: string;
	key: string;
	timestamp: string;
}

/** Returns what a host without a user interface knows. */
export function sceneOf({ session, key, timestamp }: Origin, mode: Scene["host"]["mode"] = "print"): Scene {
	return {
		host: { mode, now: 0 },
		timestamp,
		clock: "12:00",
		key,
		session,
		isKept: true,
		isNested: false,
		isRunning: false,
		isGone: false,
	};
}

/** Returns the order to write the questions of a call into a pending file, or what the user is told instead. */
export function pendingFile(branch: Branch, questionnaire: Questionnaire, origin: Origin): Order | undefined {
	const scene = sceneOf(origin);
	const tell = (desk: string, event: DeskEvent): Handled => questionnaire.desk(branch, desk, event, scene);
	const { desk } = tell("", { asked: { ticket: 1, asker: { call: "call" } } });
	return tell(desk, { prepared: 1 }).orders.find(({ type }) => type === "write" || type === "say");
}
