/** The page of `pi-question serve`: its server, requests to it as any client may send them, and a browser. */
import { once } from "node:events";
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { connect, type Socket } from "node:net";
import type { TestContext } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launch } from "./browser.ts";
import { AskingPi, User, waiting } from "./elsewhere.ts";

/** A reply of the server. */
export interface Reply {
	status: number;
	headers: IncomingHttpHeaders;
	body: string;
}

/** What waits and what has ended, as the page is told. */
export interface State {
	waiting: Array<{ id: string; since: number; place: string; title?: string; asks?: string; questions?: unknown[] }>;
	ended: Array<{ id: string; words: string }>;
}

/** The server of the page. */
export class Server {
	readonly #context: TestContext;
	/** The process of the command. */
	readonly child: ReturnType<User["start"]>["child"];
	readonly #said: ReturnType<User["start"]>["said"];

	constructor(context: TestContext, user: User, words: string[] = [], more: NodeJS.ProcessEnv = {}) {
		this.#context = context;
		const { child, said } = user.start(["serve", ...words], more);
		this.child = child;
		this.#said = said;
	}

	/** Waits until the page can be opened. */
	async opened(): Promise<this> {
		while (!this.printed().includes("\n")) {
			const data = once(this.child.stdout, "data");
			await Promise.race([data, once(this.child, "close").then(() => Promise.reject(new Error(this.errors())))]);
		}
		return this;
	}

	printed = () => this.#said.output;
	errors = () => this.#said.errors;

	/** The address that is printed. */
	get url(): string {
		return this.printed().split("\n")[0] ?? "";
	}

	get port(): number {
		return Number(new URL(this.url).port);
	}

	get token(): string {
		return new URL(this.url).hash.slice(1);
	}

	/** Headers of the page itself. */
	get own(): OutgoingHttpHeaders {
		return { Authorization: `Bearer ${this.token}`, Origin: `http://127.0.0.1:${this.port}` };
	}

	/** Sends a request, with exactly these headers. */
	async request(method: string, path: string, headers: OutgoingHttpHeaders, body?: string): Promise<Reply> {
		const sent = request({ port: this.port, host: "127.0.0.1", method, path, headers, agent: false });
		sent.on("error", () => {}); // of the rest of a body that is not read
		sent.end(body);
		const [response] = await once(sent, "response");
		let read = "";
		for await (const part of response.setEncoding("utf8")) read += part;
		return { status: response.statusCode, headers: response.headers, body: read };
	}

	/** Sends an answer as the page does. */
	async answer(answer: unknown, headers: OutgoingHttpHeaders = this.own): Promise<{ status: number; reply: unknown }> {
		const { status, body } = await this.request("POST", "/answer", headers, JSON.stringify(answer));
		return { status, reply: JSON.parse(body) };
	}

	/** Opens a stream of states. `next` waits for one that fits. */
	async stream(): Promise<{ status: number; next: (fits: (state: State) => boolean) => Promise<State> }> {
		const sent = request({ port: this.port, host: "127.0.0.1", path: "/events", headers: this.own, agent: false });
		sent.end();
		this.#context.after(() => sent.destroy());
		const [response] = await once(sent, "response");
		response.setEncoding("utf8").on("error", () => {}); // the server has ended
		let parts: string[] = [];
		let last: State | undefined;
		response.on("data", (part: string) => {
			parts.push(part);
			if (!part.endsWith("\n\n")) return;
			const event = parts.join("").trim().split("\n\n").at(-1) ?? "";
			parts = [];
			if (event.startsWith("data: ")) last = JSON.parse(event.slice("data: ".length));
		});
		const next = async (fits: (state: State) => boolean): Promise<State> => {
			while (!last || !fits(last)) await once(response, "data");
			return last;
		};
		return { status: response.statusCode, next };
	}

	/** Opens a connection that says what it is told to, and no more. */
	async connect(text: string): Promise<Socket> {
		const socket = connect(this.port, "127.0.0.1");
		socket.on("error", () => {}); // followed by "close"
		this.#context.after(() => socket.destroy());
		await once(socket, "connect");
		socket.write(text);
		return socket;
	}
}

/** A pi that asks, and the server of the page. */
export class Served extends Server {
	readonly user: User;
	readonly pi: AskingPi;

	private constructor(context: TestContext, user: User, pi: AskingPi, words: string[], more?: NodeJS.ProcessEnv) {
		super(context, user, words, more);
		this.user = user;
		this.pi = pi;
	}

	static async start(
		context: TestContext,
		all: Parameters<typeof waiting>[],
		words: string[] = [],
		more?: NodeJS.ProcessEnv,
	): Promise<Served> {
		const user = new User(context);
		const pi = new AskingPi(context, user);
		await pi.ask(user, ...all.map((one) => waiting(...one)));
		return new Served(context, user, pi, words, more).opened();
	}
}

let browser: Promise<Browser> | undefined;

/** Opens the page of a server in a new profile. `faults` are what the browser has reported. */
export async function openPage(
	context: TestContext,
	{ url }: Pick<Server, "url">,
	path: string,
	options: BrowserContextOptions = {},
) {
	browser ??= launch(path);
	const profile = await (await browser).newContext({ viewport: { width: 360, height: 740 }, ...options });
	context.after(() => profile.close());
	const page = await profile.newPage();
	page.setDefaultTimeout(20_000);
	const faults: string[] = [];
	page.on("pageerror", ({ message }) => faults.push(message));
	page.on("console", (message) => {
		if (["error", "warning"].includes(message.type())) faults.push(message.text());
	});
	await page.goto(url);
	return { page, profile, faults };
}

/** Ends the browser, if one was started. */
export async function closeBrowser(): Promise<void> {
	await (await browser)?.close();
}

/** Presses a key until an element with a name has the focus. */
export async function tabTo(page: Page, name: string, key = "Tab"): Promise<void> {
	const seen: string[] = [];
	for (let presses = 0; presses < 60; presses++) {
		await page.keyboard.press(key);
		// Strings, because types of a page's globals would apply to all files.
		const focused = await page.evaluate<string>(FOCUSED);
		seen.push(focused);
		if (focused.includes(name)) return;
	}
	throw new Error(`The keyboard does not reach "${name}", but ${seen.join(" | ")}`);
}

const FOCUSED = `(() => {
	const at = document.activeElement;
	const label = at.labels?.[0]?.textContent;
	return at.getAttribute("aria-label") ?? label ?? at.textContent;
})()`;
