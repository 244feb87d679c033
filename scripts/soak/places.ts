/**
 * The other places of the soak in which a question can be answered: the command `pi-question`, and the page of
 * `pi-question serve` in a browser, if there is one. The server, its page and a `pi-question wait` live as long as the soak.
 */
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { findBrowser } from "../../tests/harness/browser.ts";
import { User } from "../../tests/harness/elsewhere.ts";
import { closeBrowser, openPage, Server } from "../../tests/harness/page.ts";
import { Fault } from "./driver.ts";

/** Time in which the places have to show what waits, and no more what does not. */
const SHOWN_MS = 20_000;
/** Time after which a button is pressed again: the page takes nothing in the moment after it has changed. */
const AGAIN_MS = 1_500;
/** Number of cards that have ended which a person leaves on the page. */
const MAX_ENDED = 20;

/** What the browser reports of an answer that has lost, of which the page tells. */
const LOST = /^Failed to load resource: the server responded with a status of 409 \(Conflict\)$/;
/** What a command says of a pi that was killed. */
const UNREACHED = /^pi-question: pi (\d+) cannot be reached$/;
/** What `serve` says at its start where no package draws its address. */
const NO_PACKAGE = /^pi-question: --qr needs /;

type Command = ReturnType<User["start"]>;

/** A question that waits, as `list --json` and `wait --json` print it. */
interface Listed {
	id: string;
	questions: Array<{ prompt: string }>;
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/** Returns what must never be written to the standard error of a command. */
function faultIn(errors: string): string | undefined {
	return errors
		.split("\n")
		.find(
			(line) => line !== "" && !NO_PACKAGE.test(line) && isRunning(Number(UNREACHED.exec(line)?.[1] ?? process.pid)),
		);
}

export class Places {
	readonly #ends: Array<() => unknown> = [];
	/** Stands for the test that the harness expects, which ends with the soak. */
	readonly #context = { after: (end: () => unknown) => void this.#ends.push(end) } as unknown as TestContext;
	readonly #user: User;
	readonly #server: Server;
	readonly #waits: Command;
	#opened: Awaited<ReturnType<typeof openPage>> | undefined;
	/** Why there is no page. */
	noPage: string | undefined;

	private constructor() {
		this.#user = new User(this.#context);
		this.#server = new Server(this.#context, this.#user);
		this.#waits = this.#user.start(["wait", "--each", "--json"]);
	}

	static async open(): Promise<Places> {
		const places = new Places();
		await places.#server.opened();
		try {
			const browser = findBrowser();
			if (!browser) throw new Error("no Chromium in PATH");
			places.#opened = await openPage(places.#context, places.#server, browser);
		} catch (error) {
			places.noPage = String(error instanceof Error ? error.message : error).split("\n")[0];
		}
		return places;
	}

	/** The folder in which pis and commands find each other. */
	get runtime(): string {
		return this.#user.env.XDG_RUNTIME_DIR ?? "";
	}

	get page(): Page | undefined {
		return this.#opened?.page;
	}

	/** Looks for what the places must never write. */
	check(): void {
		const { child, said } = this.#waits;
		for (const [name, one, errors] of [
			["serve", this.#server.child, this.#server.errors()],
			["wait", child, said.errors],
		] as const) {
			const fault = faultIn(errors);
			if (fault !== undefined) throw new Fault(`pi-question ${name} wrote ${JSON.stringify(fault)}`);
			if (one.exitCode !== null) throw new Fault(`pi-question ${name} ended with code ${one.exitCode}`);
		}
		const fault = this.#opened?.faults.find((one) => !LOST.test(one));
		if (fault !== undefined) throw new Fault(`the browser reported ${JSON.stringify(fault)}`);
	}

	start(words: string[]): Command {
		return this.#user.start(words);
	}

	async list(): Promise<Listed[]> {
		const { code, output, errors } = await this.#user.run(["list", "--json"]);
		const fault = faultIn(errors);
		if (code !== 0 || fault !== undefined) throw new Fault(`pi-question list ended with code ${code}: ${fault}`);
		return JSON.parse(output);
	}

	/** Returns the id of the question with a prompt, once `wait` has told of it, and `list` does. */
	async find(prompt: string): Promise<string> {
		const isIt = ({ questions }: Listed) => questions.some((one) => one.prompt.includes(prompt));
		const told = () => {
			const lines = this.#waits.said.output.split("\n").slice(0, -1); // the last one is not whole
			return lines.map((line) => line.includes(prompt) && (JSON.parse(line) as Listed)).find((one) => one && isIt(one));
		};
		for (const end = Date.now() + SHOWN_MS; !told(); await sleep(25))
			if (Date.now() > end) throw new Fault(`pi-question wait does not tell of "${prompt}"`);
		const [{ id } = {}, one] = [(await this.list()).find(isIt), told()];
		if (id === undefined || !one || id !== one.id)
			throw new Fault(`pi-question list has ${id} for "${prompt}", and wait ${JSON.stringify(one)}`);
		return id;
	}

	/** Finds the card of questions that wait, by a text in it. */
	async card(text: string) {
		const card = this.page?.locator("section:not(.ended)").filter({ hasText: text }).first();
		const found = await card?.elementHandle({ timeout: SHOWN_MS }).catch(() => undefined);
		if (!found) throw new Fault(`the page does not show "${text}"`);
		return found;
	}

	/** Waits until the page shows as many questions as wait. */
	async settle(): Promise<void> {
		this.check();
		if (!this.page) return;
		for (const end = Date.now() + SHOWN_MS; ; ) {
			const [waiting, shown] = [await this.list(), await this.page.locator("section:not(.ended)").count()];
			if (waiting.length === shown) return;
			if (Date.now() < end) continue;
			const page = await this.page.locator("body").innerText();
			throw new Fault(`what waits is ${JSON.stringify(waiting)}, and the page shows ${shown}:\n${page}`);
		}
	}

	/** Closes what has ended, as a person does. */
	async tidy(): Promise<void> {
		const ended = this.page?.locator("section.ended");
		if (!ended || (await ended.count()) < MAX_ENDED) return;
		for (const end = Date.now() + SHOWN_MS; (await ended.count()) > 0; ) {
			if (Date.now() > end) throw new Fault("a card of the page cannot be closed");
			const close = ended.first().getByRole("button", { name: "Close" });
			await close.click({ timeout: AGAIN_MS }).catch(() => {}); // a press that is dropped
		}
	}

	async stop(): Promise<void> {
		for (const end of this.#ends.reverse()) await end();
		await closeBrowser();
	}
}
