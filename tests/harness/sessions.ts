/**
 * Sessions of the real pi in this process, as a program with pi's SDK opens them: some with a person, some without. The
 * person is `answer`.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	type AgentSession,
	createAgentSession,
	DefaultResourceLoader,
	type ExtensionUIContext,
	SessionManager,
	SettingsManager,
} from "@earendil-works/pi-coding-agent";
import { model, provider, registerModel, type Turn } from "./model.ts";
import { root } from "./workplace.ts";

const base = mkdtempSync(join(tmpdir(), "pi-question-sessions-"));
process.on("exit", () => rmSync(base, { recursive: true, force: true }));
process.env.PI_OFFLINE = "1";
process.env.PI_CODING_AGENT_DIR = join(base, "agent");

/** What the person of a session does about a dialog: returns the option that they choose. */
export type Person = (title: string, options: string[]) => Promise<string | undefined>;

/** Opens a session in a folder. `person`: who answers its dialogs, if it has somebody. */
export async function openSession(folder: string, turns: Turn[], person?: Person): Promise<AgentSession> {
	const cwd = join(base, folder);
	const agentDir = process.env.PI_CODING_AGENT_DIR ?? "";
	mkdirSync(cwd, { recursive: true });
	const settingsManager = SettingsManager.inMemory();
	const resourceLoader = new DefaultResourceLoader({
		cwd,
		agentDir,
		settingsManager,
		additionalExtensionPaths: [root],
		extensionFactories: [(pi) => registerModel(pi, () => turns.shift() ?? { text: "(no turns left)" })],
	});
	await resourceLoader.reload();
	const sessionManager = SessionManager.inMemory(cwd);
	const { session } = await createAgentSession({ cwd, agentDir, resourceLoader, settingsManager, sessionManager });
	const uiContext = { select: person, notify() {} } as unknown as ExtensionUIContext;
	await session.bindExtensions(person ? { mode: "rpc", uiContext } : { mode: "print" });
	const scripted = session.modelRuntime.getModel(provider, model);
	if (scripted) await session.setModel(scripted);
	return session;
}

/** Returns the text of the last result that the model of a session has read. */
export function lastResult({ messages }: AgentSession): string {
	const result = messages.findLast((message) => message.role === "toolResult");
	return result?.content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n") ?? "";
}
