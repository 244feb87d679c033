/** A form of an extension, opened and driven as pi does it, for the benchmark. */
import { type Component, KeybindingsManager, TUI_KEYBINDINGS } from "@earendil-works/pi-tui";

export const columns = 80;
const rows = 24;

export type Extension = (pi: object) => void;
type Form = Component & { dispose?(): void };

const theme = {
	fg: (_role: string, text: string) => `\x1b[38;2;138;190;183m${text}\x1b[39m`,
	bg: (_role: string, text: string) => `\x1b[48;2;58;58;74m${text}\x1b[49m`,
	bold: (text: string) => `\x1b[1m${text}\x1b[22m`,
	underline: (text: string) => `\x1b[4m${text}\x1b[24m`,
};

/** One question; `salt` makes its texts new, as those of every real call are. */
function questions(options: number, salt: number): object[] {
	return [
		{
			id: "q",
			label: "Question",
			prompt: `Question ${salt}: which of these should the service be built on?`,
			options: Array.from({ length: options }, (_, at) => ({
				value: `v${at}`,
				label: `Option ${at} of form ${salt}`,
				description: `What choosing number ${at} means, in form ${salt}`,
			})),
		},
	];
}

function open(extension: Extension, questions: object[]): Promise<Form> {
	let tool: { execute: (...args: unknown[]) => Promise<unknown> } | undefined;
	extension({
		on() {},
		registerFlag() {},
		getFlag() {},
		registerCommand() {},
		registerMessageRenderer() {},
		registerTool(registered: typeof tool) {
			tool = registered;
		},
	});
	return new Promise((resolve, reject) => {
		const tui = { requestRender() {}, terminal: { columns, rows } };
		const keybindings = new KeybindingsManager(TUI_KEYBINDINGS);
		const custom = (factory: (...args: unknown[]) => Form) =>
			new Promise((done) => resolve(factory(tui, theme, keybindings, done)));
		const session = { getBranch: () => [], getSessionId: () => "session" };
		const context = {
			mode: "tui",
			hasUI: true,
			cwd: ".",
			isProjectTrusted: () => false,
			sessionManager: session,
			ui: { custom, getEditorText: () => "" },
		};
		tool
			?.execute("id", { questions }, undefined, undefined, context)
			.then((result) => reject(new Error(`No form: ${JSON.stringify(result)}`)), reject);
	});
}

/** Microseconds for a key and the drawing after it, on a new form that is walked down and up again. */
export async function keyAndRender(extension: Extension, options: number, salt: number): Promise<number> {
	const steps = Math.min(options, 8);
	const keys = [...Array<string>(steps).fill("\x1b[B"), ...Array<string>(steps).fill("\x1b[A")];
	const form = await open(extension, questions(options, salt));
	const press = (key: string) => {
		form.handleInput?.(key);
		form.render(columns);
	};
	// Opening a large form leaves the processor's caches cold; that is not what is measured here.
	press("\x1b[B");
	press("\x1b[A");
	const start = performance.now();
	keys.forEach(press);
	const time = ((performance.now() - start) * 1000) / keys.length;
	form.dispose?.();
	return time;
}
