/**
 * An extension of pi that runs a subagent inside pi's process, as packages for subagents do: `/child SESSION START PROMPT`.
 * SESSION is `memory`, or the file of a session to go on with. START is `bound`; `apart` for the same while the user goes on
 * in pi; or `unbound` for a program that starts no extensions and ends without an event.
 */
import {
	createAgentSession,
	DefaultResourceLoader,
	type ExtensionAPI,
	getAgentDir,
	SessionManager,
	SettingsManager,
} from "@earendil-works/pi-coding-agent";

export default function childSession(pi: ExtensionAPI): void {
	pi.registerCommand("child", {
		description: "Run a subagent",
		handler: async (args, { cwd, model, ui }) => {
			const [kind = "", start, ...words] = args.split(" ");
			const agentDir = getAgentDir();
			const settingsManager = SettingsManager.create(cwd, agentDir);
			const resourceLoader = new DefaultResourceLoader({ cwd, agentDir, settingsManager });
			await resourceLoader.reload();
			const { session } = await createAgentSession({
				cwd,
				agentDir,
				resourceLoader,
				settingsManager,
				sessionManager: kind === "memory" ? SessionManager.inMemory(cwd) : SessionManager.open(kind),
				...(model && { model }),
			});
			const isBound = start !== "unbound";
			const run = async () => {
				if (isBound) await session.bindExtensions({ mode: "print" });
				await session.prompt(words.join(" "));
				if (isBound) await session.extensionRunner.emit({ type: "session_shutdown", reason: "quit" });
				session.dispose();
				ui.notify(`The child has ended with ${process.exitCode ?? "no code"}.`);
			};
			if (start === "apart") void run();
			else await run();
		},
	});
}
