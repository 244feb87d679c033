/** Sessions that another program opens by pi's SDK, without a person: each has the tool, and leaves its questions in a file. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { folder } from "../harness/program.ts";
import { root } from "../harness/workplace.ts";

test("none is inside another one, whether or not the program starts the extensions", (t) => {
	const place = folder(t);
	const program = join(place, "program.mjs");
	const args = { questions: [{ prompt: "Which?", options: [{ label: "a" }, { label: "b" }] }] };
	writeFileSync(
		program,
		`import { createAgentSession, DefaultResourceLoader, SessionManager, SettingsManager }
			from ${JSON.stringify(import.meta.resolve("@earendil-works/pi-coding-agent"))};
		import { mkdirSync } from "node:fs";
		const agentDir = process.env.PI_CODING_AGENT_DIR;
		for (const [name, isBound] of [["a", true], ["b", true], ["c", false]]) {
			const cwd = ${JSON.stringify(place)} + "/" + name;
			mkdirSync(cwd);
			const settingsManager = SettingsManager.create(cwd, agentDir);
			const additionalExtensionPaths = [${JSON.stringify(join(root, "extension/question.ts"))}];
			const resourceLoader = new DefaultResourceLoader({ cwd, agentDir, settingsManager, additionalExtensionPaths });
			await resourceLoader.reload();
			const sessionManager = SessionManager.create(cwd, cwd);
			const { session } = await createAgentSession({ cwd, agentDir, resourceLoader, settingsManager, sessionManager });
			if (isBound) await session.bindExtensions({ mode: "print" });
			const tool = session.agent.state.tools.find(({ name }) => name === "question");
			const { details } = await tool.execute("call", ${JSON.stringify(args)});
			console.log(details.outcome, details.pendingFile);
		}
		process.exit();`,
	);
	const env = { ...process.env, PI_CODING_AGENT_DIR: join(place, "agent") };
	const stdout = execFileSync(process.execPath, [program], {
		env,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "pipe"],
	});
	const lines = stdout.split("\n").filter((line) => line.startsWith("pending"));
	assert.deepEqual(lines, Array(3).fill("pending .pi/pending-questions.json"), stdout);
});
