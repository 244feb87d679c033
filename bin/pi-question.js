#!/usr/bin/env node
/**
 * The command `pi-question`: lists the questions that wait in the pis of this user, and answers them here or in a page.
 *
 * Never here: what a question, a form or an answer looks like; that is in `elsewhere/`.
 */
import { parseArgs } from "node:util";
import { DONE, FAILED, runAnswer, warn } from "./elsewhere/answer.js";
import { connectToAll, listAll, settingsFile, whole } from "./elsewhere/pis.js";
import { runServe } from "./elsewhere/serve.js";
import { announced, asData, described, json } from "./elsewhere/shown.js";
import { waitForQuestions } from "./elsewhere/wait.js";

const USAGE = `pi-question list [--json]
pi-question answer [ID]
pi-question answer ID --json ANSWERS
pi-question wait [--each] [--json]
pi-question serve [--qr] [--port N] [--host ADDRESS]
                  [--allow-host NAME]...

list    shows the questions that wait in your pis.
answer  asks them here: the oldest, or those with
        an id that begins with ID. ANSWERS is a
        list in JSON, or an object by question id.
wait    ends with the next question that comes.
        --each tells of each one, and does not end.
serve   shows them in a page of the browser, at the
        address that it prints. Who has that address
        can answer. --qr: prints it as a QR code, too,
        by the package qrcode-terminal, if that is
        installed. --port: 0 for any free one.
        --host: listens there instead of 127.0.0.1,
        so that other machines reach the page.
        --allow-host: a name by which the page is
        opened, as that of a tunnel.

Exit codes: 0 done; 1 not done; 2 wrong usage;
3 the question has ended elsewhere meanwhile;
130 left by Ctrl+C, and the question waits.`;

const WRONG = 2;
const MAX_PORT = 65_535;

/** Error: the command cannot be run with these words. */
class Misuse extends Error {}

const options = /** @type {const} */ ({
	list: { json: { type: "boolean" } },
	answer: { json: { type: "string" } },
	wait: { json: { type: "boolean" }, each: { type: "boolean" } },
	serve: {
		qr: { type: "boolean" },
		port: { type: "string" },
		host: { type: "string" },
		"allow-host": { type: "string", multiple: true },
	},
});

/** @param {string} text */
const print = (text) => process.stdout.write(`${text}\n`);

/** @param {string[]} words */
async function run([name, ...rest]) {
	if (name === undefined || [name, ...rest].some((word) => word === "--help" || word === "-h")) {
		print(USAGE);
		return name === undefined ? WRONG : DONE;
	}
	if (name === "list") {
		const { values } = parseArgs({ args: rest, options: options.list });
		return list(values.json === true);
	}
	if (name === "answer") {
		const { values, positionals } = parseArgs({ args: rest, options: options.answer, allowPositionals: true });
		if (positionals.length > 1) throw new Misuse("answer takes one id");
		if (values.json !== undefined && positionals.length === 0) throw new Misuse("--json needs an id");
		return runAnswer(positionals[0], values.json);
	}
	if (name === "wait") {
		const { values } = parseArgs({ args: rest, options: options.wait });
		await waitForQuestions(
			(one) => print(values.json ? json(asData(one)) : announced(one)),
			values.each === true,
			warn,
		);
		return DONE;
	}
	if (name === "serve") {
		const { values } = parseArgs({ args: rest, options: options.serve });
		const port = Number(values.port ?? 0);
		if (!/^\d{1,5}$/.test(values.port ?? "0") || port > MAX_PORT) throw new Misuse("--port takes a number up to 65535");
		const { host, qr: hasQr, "allow-host": names } = values;
		const refused = await runServe({ host, port, names, hasQr }, print, warn);
		if (refused === undefined) return new Promise(() => {}); // until it is ended
		warn(refused);
		return FAILED;
	}
	throw new Misuse(`there is no command ${name}`);
}

/** @param {boolean} isJson */
async function list(isJson) {
	const all = await Promise.all((await listAll(await connectToAll(warn))).map(whole));
	if (isJson) print(json(all.map(asData)));
	else if (all.length > 0) print(all.map(described).join("\n\n"));
	else
		print(`No question waits.
A pi is seen here if "elsewhere": "on" stands in
${settingsFile()}
A project's settings cannot turn it on.`);
	return DONE;
}

process.stdout.on("error", () => process.exit(FAILED)); // nobody reads any more
/** @type {number} */
let code;
try {
	code = await run(process.argv.slice(2));
} catch (error) {
	const isUsage = error instanceof Misuse || /^ERR_PARSE_ARGS/.test(String(Object(error).code));
	warn(error instanceof Error ? error.message : String(error));
	if (isUsage) process.stderr.write(`\n${USAGE}\n`);
	code = isUsage ? WRONG : FAILED;
}
// Behind all that was printed; links and the input are open.
process.stdout.write("", () => process.exit(code));
