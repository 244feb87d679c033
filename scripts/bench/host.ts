/** Runs an extension as pi does: calls its tool, draws its form on a terminal of 80 columns, and presses keys. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import { type Tool, type ToolCall, validateToolArguments } from "@earendil-works/pi-ai";
import { type Component, KeybindingsManager, setKeybindings, TUI_KEYBINDINGS } from "@earendil-works/pi-tui";

const [columns, rows] = [80, 40];
/** Milliseconds after which keys apply in a form, and that a model takes at least to write a call. */
const [SEEN_MS, WRITING_MS] = [400, 500];
/** Milliseconds by which the clock of `performance.now()` is ahead, so that no measurement has to wait. */
let ahead = 0;
const now = performance.now.bind(performance);
performance.now = () => now() + ahead;

const pillow = new Int32Array(new SharedArrayBuffer(4));
/**
 * The milliseconds for which this thread has run, which other processes disturb least. Linux updates them only every few
 * milliseconds, or when the thread sleeps, hence the sleep of 10 µs. A reading costs about 40 µs, of which a few remain
 * uncertain.
 */
function threadTime(): number {
	Atomics.wait(pillow, 0, 0, 0.01);
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}
const readingCost = Math.min(...Array.from({ length: 100 }, () => -threadTime() + threadTime()));

/** Starts a stopwatch. The returned function gives the milliseconds for which this thread has run since then. */
export function stopwatch(): () => number {
	const start = threadTime();
	return () => threadTime() - start - readingCost;
}

/** The default export of an extension's file. */
export type Extension = (pi: object) => void | Promise<void>;

type Registered = Tool & {
	prepareArguments?: (args: unknown) => unknown;
	execute: (...args: unknown[]) => Promise<unknown>;
	renderCall?: (args: unknown, theme: object) => Component;
};
type Shown = Component & { focused?: boolean; dispose?(): void };

const theme = {
	fg: (_role: string, text: string) => `\x1b[38;2;138;190;183m${text}\x1b[39m`,
	bg: (_role: string, text: string) => `\x1b[48;2;58;58;74m${text}\x1b[49m`,
	bold: (text: string) => `\x1b[1m${text}\x1b[22m`,
	italic: (text: string) => `\x1b[3m${text}\x1b[23m`,
	underline: (text: string) => `\x1b[4m${text}\x1b[24m`,
};

/** A form whose first frame is drawn, and to which all keys apply. */
class OpenForm {
	readonly #component: Shown;
	readonly #result: Promise<unknown>;
	/** Milliseconds that the extension took to open it. */
	readonly opening: number;

	constructor(component: Shown, result: Promise<unknown>, opening: number) {
		this.#component = component;
		this.#result = result;
		this.opening = opening;
	}

	press(key: string): readonly string[] {
		this.#component.handleInput?.(key);
		return this.#component.render(columns);
	}

	/** Presses keys, and throws if one does not change the frame, because it would be no work to measure. */
	check(keys: string[]): void {
		let before = this.#component.render(columns).join("\n");
		for (const [at, key] of keys.entries()) {
			const frame = this.press(key).join("\n");
			if (frame === before) throw new Error(`Key ${at + 1}, ${JSON.stringify(key)}, changes nothing in\n${frame}`);
			before = frame;
		}
	}

	/** Returns the milliseconds for a key and its frame, on average. */
	timeOf(keys: string[]): number {
		const elapsed = stopwatch();
		for (const key of keys) this.press(key);
		return elapsed() / keys.length;
	}

	/** Leaves a form in which nothing is entered, and waits until the call has ended. */
	async leave(): Promise<void> {
		this.#component.handleInput?.("\x1b");
		await this.#result;
	}
}

/** An extension that pi has loaded. */
export class Host {
	#tool!: Registered;
	readonly #keybindings = new KeybindingsManager(TUI_KEYBINDINGS);

	private constructor() {}

	static async load(extension: Extension): Promise<Host> {
		const host = new Host();
		await host.#load(extension);
		return host;
	}

	async #load(extension: Extension): Promise<void> {
		// The user's own settings must not count.
		process.env.PI_CODING_AGENT_DIR = join(tmpdir(), "pi-question-bench-no-such-folder");
		process.env.LANG = "C";
		setKeybindings(this.#keybindings);
		const [registerFlag, getFlag, registerCommand, registerMessageRenderer] = Array<() => void>(4).fill(() => {});
		const registerTool = (tool: Registered) => {
			this.#tool = tool;
		};
		const starting: Array<(event: object, context: object) => unknown> = [];
		const on = (event: string, handler: (event: object, context: object) => unknown) => {
			if (event === "session_start") starting.push(handler);
		};
		const getAllTools = () => [];
		await extension({ on, registerFlag, getFlag, registerCommand, registerMessageRenderer, registerTool, getAllTools });
		for (const start of starting) start({ reason: "startup" }, this.#context());
	}

	/** Returns the context that pi passes with events and calls. */
	#context(ui: object = {}) {
		const sessionManager = { getBranch: () => [], getSessionId: () => "session" };
		const own = { getEditorText: () => "", setEditorText() {}, notify() {}, onTerminalInput() {}, ...ui };
		const is = { isProjectTrusted: () => false, isIdle: () => true };
		return { mode: "tui", hasUI: true, cwd: ".", ...is, sessionManager, ui: own };
	}

	/** Draws the call as pi does while the model writes it, which takes a second or more. */
	async stream(args: object): Promise<void> {
		for (const written of [{}, args]) this.#tool.renderCall?.(written, theme).render(columns);
		await setTimeout(WRITING_MS);
	}

	/** Calls the tool as pi does: prepares the arguments, validates them, and executes. */
	async open(args: object): Promise<OpenForm> {
		const preparing = stopwatch();
		const prepared = (this.#tool.prepareArguments?.(args) ?? args) as ToolCall["arguments"];
		const preparation = preparing();
		// pi's own part, which takes the same for every extension; it hands on a copy.
		const call = { type: "toolCall" as const, id: "call", name: this.#tool.name, arguments: prepared };
		const valid = validateToolArguments(this.#tool, call);
		const { promise, resolve, reject } = Promise.withResolvers<OpenForm>();
		const executing = stopwatch();
		const custom = async (factory: (...args: unknown[]) => Shown | Promise<Shown>) => {
			const { promise: closed, resolve: close } = Promise.withResolvers();
			const tui = { requestRender() {}, terminal: { columns, rows, write() {} } };
			const component = await factory(tui, theme, this.#keybindings, close);
			if ("focused" in component) component.focused = true;
			component.render(columns);
			resolve(new OpenForm(component, result, preparation + executing()));
			const value = await closed;
			component.dispose?.();
			return value;
		};
		const result = this.#tool.execute("call", valid, undefined, undefined, this.#context({ custom }));
		// After the form has been shown, this changes nothing.
		result.then((value) => reject(new Error(`No form: ${JSON.stringify(value)}`)), reject);
		const form = await promise;
		// Lets the quiet period pass.
		await setImmediate();
		ahead += SEEN_MS;
		return form;
	}
}
