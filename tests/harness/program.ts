/** Fake programs for tests, with the folders and the environment in which they are found. */
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** Why a test of scripts, pipes or devices in the file system is passed over here, if it is. */
export const noPosix =
	process.platform === "win32" && "Windows has no scripts as programs, and no pipes and devices as files";

/** Makes a folder that is removed with the test. */
export function folder(context: TestContext): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "pi-question-test-")));
	context.after(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

export function setEnvironment(context: TestContext, name: string, value: string): void {
	const before = process.env[name];
	process.env[name] = value;
	context.after(() => {
		if (before === undefined) delete process.env[name];
		else process.env[name] = before;
	});
}

/** Has this process take the system for another one. */
export function setSystem(context: TestContext, system: NodeJS.Platform): void {
	const { platform } = process;
	Object.defineProperty(process, "platform", { value: system });
	context.after(() => Object.defineProperty(process, "platform", { value: platform }));
}

/** Writes a program that connects to the test. Returns a function that waits for its next start. */
export function program(context: TestContext, file: string, body: string) {
	const socket = join(folder(context), "socket");
	const waiting: Array<(started: Socket) => void> = [];
	const server = createServer((started) => waiting.shift()?.(started)).listen(socket);
	context.after(() => server.close());
	const head = `#!${process.execPath}\nconst fs = require("node:fs"), args = process.argv.slice(2);\n`;
	writeFileSync(file, `${head}const test = require("node:net").connect(${JSON.stringify(socket)});\n${body}`);
	chmodSync(file, 0o755);
	return () => new Promise<Socket>((resolve) => waiting.push(resolve));
}

/** Files of a workplace: the programs without which pi warns at its start. They find nothing. */
export const programsOfPi = { "agent/bin/fd": "#!/bin/sh\n", "agent/bin/rg": "#!/bin/sh\n" };
