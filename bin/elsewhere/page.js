/**
 * The page as one file: its styles and scripts are put into it, and its policy names each by its hash.
 *
 * Never here: data, the token: the page is the same for everybody.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Script } from "node:vm";

/** The scripts, each after those that it imports. */
const SCRIPTS = ["dom", "boxes", "nodes", "guard", "drafts", "live", "notices", "question", "entered", "card", "main"];

/** @param {string} name */
const read = (name) => readFileSync(new URL(`page/${name}`, import.meta.url), "utf8");

/** @param {string} text */
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Returns a script without its imports and exports: all of them are one module, in which a name stands for one thing. @param {string} name */
const joined = (name) =>
	read(`${name}.js`)
		.replace(/^import [^;]*;\n/gm, "")
		.replace(/^export /gm, "");

/** Returns what the page consists of. Throws if a file of it is missing or damaged. */
function partsOfPage() {
	try {
		const [frame, style, scripts] = [read("index.html"), read("style.css"), SCRIPTS.map(joined)];
		const hasAll = /<!-- style -->[\s\S]*<!-- script -->[\s\S]*<\/html>\s*$/.test(frame) && /\}\s*$/.test(style);
		if (!hasAll || scripts.includes("")) throw new Error("a file of the page has no end");
		const script = scripts.join("\n");
		void new Script(`async () => {${script}\n}`); // of one that was cut, nothing would run
		return { frame, style, script };
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`a file of the package is missing or damaged (${reason}): pi-question has to be installed again`);
	}
}

/** Returns the page, and its Content-Security-Policy. */
export function makePage() {
	const { frame, style, script } = partsOfPage();
	const html = frame
		.replace("<!-- style -->", () => `<style>${style}</style>`)
		.replace("<!-- script -->", () => `<script type="module">${script}</script>`);
	const policy = [
		"default-src 'none'",
		`style-src ${hash(style)}`,
		`script-src ${hash(script)}`,
		"connect-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
		"require-trusted-types-for 'script'", // no text becomes elements
		"trusted-types 'none'",
	].join("; ");
	return { html, policy };
}
