/**
 * Calls of the tool: from their arguments to what pi keeps as their results. Loaded with the first one.
 *
 * Never here: what arguments mean, who is asked, what a result says.
 */
import type { AgentToolResult, ExtensionContext } from "@earendil-works/pi-coding-agent";
import {
	type AskUserRequest,
	asking,
	type Core,
	type Dialect,
	failure,
	type Questions,
	release,
	type Settings,
	say,
	type ToolResult,
	withCore,
} from "./core/core.ts";
import { declarations } from "./declaration.ts";
import type { Desk } from "./desk.ts";
import { loadAlone, reasonOf } from "./host/io.ts";
import { modeOf } from "./host/process.ts";
import type { Asked, PersonAbove, Reply } from "./subagents/hosts.ts";
import { type SentDetails, sentResult } from "./transcript.ts";

/** What calls need of the copy of the extension. */
interface CallHost {
	/** Name of the tool. */
	dialect: Dialect;
	settings: (core: Core, tool: Dialect) => Settings;
	desk: () => Promise<Desk>;
}

export class Calls {
	readonly #host: CallHost;

	constructor(host: CallHost) {
		this.#host = host;
	}

	/** Executes a call. `onUpdate` is given the request for a program. Rejects with `Damaged` if a file is. */
	async execute(
		ctx: ExtensionContext,
		call: string,
		args: unknown,
		signal: AbortSignal | undefined,
		onUpdate: ((update: AgentToolResult<SentDetails>) => void) | undefined,
	): Promise<AgentToolResult<SentDetails>> {
		const questions = this.#read(ctx, args, this.#host.dialect);
		if (!("core" in questions)) return sentResult(questions);
		return asking(questions, async () => {
			const desk = await this.#host.desk();
			const announce = (details: AskUserRequest) => onUpdate?.({ content: [], details });
			const above = this.#personAbove(ctx, call, args);
			const { result, isLast } = await desk.ask(ctx, call, questions, signal, announce, above);
			const whole = result ?? failure(modeOf(ctx), "no result");
			const content = whole.pictures.length > 0 ? await withPictures(whole, ctx, signal) : undefined;
			// If they cannot be read, the answers go on without them.
			return { ...sentResult(whole), ...(content && { content }), ...(isLast && { terminate: true }) };
		});
	}

	/** Asks the person of a session for another one, or for another extension. */
	async askFor(ctx: ExtensionContext, asked: Asked, signal: AbortSignal): Promise<Reply | undefined> {
		if (!Object.hasOwn(declarations, asked.dialect)) return { problem: "the tool is not known there" };
		const questions = this.#read(ctx, asked.args, asked.dialect as Dialect);
		if (!("core" in questions)) return questions;
		return asking(questions, async () => (await this.#host.desk()).askFor(ctx, asked, questions, signal));
	}

	/** Reads a call. Returns its questions, or its result if it is refused. */
	#read(ctx: ExtensionContext, args: unknown, tool: Dialect): Questions | ToolResult {
		return withCore((core) => {
			const questionnaire = new core.Questionnaire(this.#host.settings(core, tool), args);
			const refusal = questionnaire.refusal({ mode: modeOf(ctx) });
			if (refusal) release(questionnaire);
			return refusal ?? { core, questionnaire };
		});
	}

	/** Returns the person above a session, who is looked for when they are asked. */
	#personAbove(ctx: ExtensionContext, call: string, args: unknown): PersonAbove {
		const { dialect } = this.#host;
		let loading: Promise<PersonAbove> | undefined;
		const load = async () => {
			const { Above, subagentOf } = await loadAlone("above", () => import("./subagents/above.ts"));
			return new Above({ subagent: subagentOf(ctx), dialect, call, args });
		};
		const above = () => {
			loading ??= load();
			return loading;
		};
		return {
			ask: async (signal, isInside) => (await above()).ask(signal, isInside),
			listen: async (signal, take) => (await above()).listen(signal, take),
		};
	}
}

/** Returns the content of a result with its pictures. Undefined if they cannot be read, which the user is told. */
export async function withPictures(result: ToolResult, ctx: ExtensionContext, signal?: AbortSignal) {
	try {
		const { contentOf } = await loadAlone("pictures", () => import("./core/attached.ts"));
		return await contentOf(result, ctx, signal);
	} catch (error) {
		say(ctx, reasonOf(error), "warning");
		return undefined;
	}
}
