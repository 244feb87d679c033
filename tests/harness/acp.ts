/** Runs the official client of the Agent Client Protocol with pi-question-acp, an adapter and the real pi behind it. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as acp from "@agentclientprotocol/sdk";
import type { AcpQuestionRequest } from "../../pkg/question.js";
import { type PiSetup, root, Waiting, type Workplace, workplaceOf } from "./workplace.ts";

export const passThrough = [process.execPath, join(root, "bin", "pi-question-acp.js")];
export const adapter = [process.execPath, join(dirname(fileURLToPath(import.meta.resolve("pi-acp"))), "index.js")];

export const FORM: acp.ClientCapabilities = { elicitation: { form: {} } };
export const QUESTION_REQUEST: acp.ClientCapabilities = { _meta: { "pi-question": { questionRequest: true } } };

// biome-ignore lint/suspicious/noExplicitAny: of any shape; the tests look into it
export type Params = Record<string, any>;

/** A request that the client received. `withdrawn` is aborted when the request is cancelled. */
export interface Asked {
	method: string;
	params: Params;
	withdrawn: AbortSignal;
	/** Replies with a result. */
	reply: (result: unknown) => void;
	/** Replies with an error. */
	refuse: (code: number) => void;
}

export interface AcpSetup extends PiSetup {
	capabilities?: acp.ClientCapabilities;
	/** Command that the client starts. */
	command?: string[];
}

/** A client that a test drives. */
export class AcpClient {
	readonly workplace: Workplace;
	readonly process: ChildProcess;
	readonly connection: acp.ClientConnection;
	readonly agent: acp.ClientContext;
	readonly exited: Promise<number | null>;
	readonly updates: Params[] = [];
	stderr = "";
	readonly #asked: Asked[] = [];
	readonly #waiting = new Waiting();
	readonly #capabilities: acp.ClientCapabilities;

	constructor(t: TestContext, setup: AcpSetup) {
		const { capabilities = FORM, command = [...passThrough, "--", ...adapter] } = setup;
		this.#capabilities = capabilities;
		this.workplace = workplaceOf(setup);
		const quoted = this.workplace.command(setup).map((part) => `'${part}'`);
		this.workplace.write("pi", `#!/bin/sh\nexec '${process.execPath}' ${quoted.join(" ")} "$@"\n`);
		const [file = "", ...args] = command;
		this.process = spawn(file, args, {
			cwd: this.workplace.project,
			env: {
				...this.workplace.env,
				HOME: this.workplace.folder,
				// With no pi on the path, the adapter asks no registry for updates.
				PATH: "/usr/bin:/bin",
				PI_ACP_PI_COMMAND: join(this.workplace.folder, "pi"),
			},
			stdio: ["pipe", "pipe", "pipe"],
		});
		const { stdin, stdout, stderr } = this.process;
		assert(stdin && stdout && stderr);
		stdin.on("error", () => {}); // tests close the other side
		stderr.setEncoding("utf8").on("data", (data: string) => {
			this.stderr += data;
		});
		this.exited = new Promise((resolve) => this.process.on("close", resolve));
		const hold = (method: string) => (context: { params: unknown; signal: AbortSignal }) =>
			this.#hold<never>(method, context.params as Params, context.signal);
		const { client } = acp.methods;
		const app = acp
			.client({ name: "test" })
			.onRequest(client.elicitation.create, hold(client.elicitation.create))
			.onRequest(client.session.requestPermission, hold(client.session.requestPermission))
			.onRequest("_pi-question/question_request", (params) => params as AcpQuestionRequest, hold("question_request"))
			.onNotification(client.session.update, ({ params }) => {
				this.updates.push({ sessionId: params.sessionId, ...params.update });
				this.#waiting.changed();
			});
		this.connection = app.connect(
			acp.ndJsonStream(Writable.toWeb(stdin), Readable.toWeb(stdout) as ReadableStream<Uint8Array>),
		);
		this.agent = this.connection.agent;
		t.after(() => this.stop());
	}

	/** Initializes the connection and opens a session. */
	async start(): Promise<string> {
		await this.initialize();
		return this.newSession();
	}

	async initialize(): Promise<void> {
		const { protocolVersion } = await this.agent.request(acp.methods.agent.initialize, {
			protocolVersion: acp.PROTOCOL_VERSION,
			clientCapabilities: this.#capabilities,
		});
		assert.equal(protocolVersion, acp.PROTOCOL_VERSION);
	}

	async newSession(): Promise<string> {
		const { sessionId } = await this.agent.request(acp.methods.agent.session.new, {
			cwd: this.workplace.project,
			mcpServers: [],
		});
		return sessionId;
	}

	/** Sends a prompt, for which the model takes its next turn. Resolves at the end of the run. */
	prompt(sessionId: string): Promise<acp.PromptResponse> {
		const prompt = [{ type: "text" as const, text: "go" }];
		return this.agent.request(acp.methods.agent.session.prompt, { sessionId, prompt });
	}

	cancel(sessionId: string): Promise<void> {
		return this.agent.notify(acp.methods.agent.session.cancel, { sessionId });
	}

	/** Waits for the next request to the client. */
	async asked(): Promise<Asked> {
		await this.until("the client is asked", () => this.#asked.length > 0);
		const asked = this.#asked.shift();
		assert(asked);
		return asked;
	}

	get isAsked(): boolean {
		return this.#asked.length > 0;
	}

	/** The text of the agent's messages. */
	get said(): string {
		const chunks = this.updates.filter(({ sessionUpdate }) => sessionUpdate === "agent_message_chunk");
		return chunks.map(({ content }) => content.text).join("");
	}

	async until(what: string, holds: () => boolean): Promise<void> {
		const fault = () => `Not seen: ${what}\n${this.said}\n${this.stderr}`;
		await this.#waiting.until(() => holds() || undefined, fault);
	}

	/** Closes the client's side of the connection. */
	hangUp(): void {
		this.process.stdin?.end();
	}

	async stop(): Promise<void> {
		this.connection.close();
		this.process.kill("SIGTERM");
		await this.exited;
		await this.gone();
		this.workplace.remove();
	}

	/** Lists the running processes that were started for this client. */
	processes(): Array<{ pid: number; command: string }> {
		return processesWith(this.workplace.folder);
	}

	/** Waits until all processes of this client have ended. */
	async gone(): Promise<void> {
		const started = performance.now();
		while (this.processes().length > 0) {
			assert(performance.now() - started < 5000, `still there: ${JSON.stringify(this.processes())}`);
			await sleep(20);
		}
	}

	#hold<T>(method: string, params: Params, withdrawn: AbortSignal): Promise<T> {
		return new Promise((resolve, reject) => {
			this.#asked.push({
				method,
				params,
				withdrawn,
				reply: (result) => resolve(result as T),
				refuse: (code) => reject(new acp.RequestError(code, "refused")),
			});
			withdrawn.addEventListener("abort", () => reject(acp.RequestError.requestCancelled()));
			this.#waiting.changed();
		});
	}
}

/** Lists processes with a text in their environment or command line; none on systems without /proc. */
function processesWith(text: string): Array<{ pid: number; command: string }> {
	const pids = existsSync("/proc/self/environ") ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
	const all = pids.map((pid) => ({
		pid: Number(pid),
		command: readOr(`/proc/${pid}/cmdline`).replaceAll("\0", " "),
		environment: readOr(`/proc/${pid}/environ`),
	}));
	const own = all.filter(({ command, environment }) => command.includes(text) || environment.includes(text));
	return own.map(({ pid, command }) => ({ pid, command }));
}

function readOr(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return ""; // the process has ended or belongs to another user
	}
}
