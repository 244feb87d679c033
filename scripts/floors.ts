/**
 * Part of `npm run check`: what a folder may use lies below it. Fails on an import that goes up, in the core and in the
 * extension; with only arrows down, no two folders can use each other.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { root } from "./tools.ts";

interface Building {
	folder: string;
	files: string;
	/** The folders from the ground up; what lies beside them in `folder` itself stands on top. */
	floors: string[];
	/** The folders, or files, of this building that a file uses. */
	uses: (text: string, file: string) => string[];
}

const core: Building = {
	folder: "crates/question-core/src",
	files: "**/*.rs",
	floors: ["json", "text", "words", "call", "answer", "form", "screen", "dialogs", "later", "acp"],
	uses: (text) => [...text.matchAll(/\bcrate::(\w+)/g)].map(([, floor = ""]) => floor),
};

const extension: Building = {
	folder: "extension",
	files: "**/*.ts",
	floors: ["host", "core", "acp", "tui", "dialogs", "asking", "later"],
	uses: (text, file) => {
		const names = [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map(([, name = ""]) => name);
		const paths = names.map((name) => normalize(join(dirname(file), name))).filter((path) => !path.startsWith(".."));
		return paths.map((path) => (path.includes(sep) ? (path.split(sep)[0] ?? "") : ""));
	},
};

const faults = [core, extension].flatMap(({ folder, files, floors, uses }) => {
	const height = (floor: string) => {
		const at = floors.indexOf(floor);
		return at < 0 ? floors.length : at;
	};
	return globSync(files, { cwd: join(root, folder) }).flatMap((file) => {
		const own = file.includes(sep) ? (file.split(sep)[0] ?? "") : "";
		const known =
			own === "" || floors.includes(own) ? [] : [`${folder}/${own} is no floor that scripts/floors.ts knows`];
		const up = uses(readFileSync(join(root, folder, file), "utf8"), file).filter((used) => height(used) > height(own));
		return [...known, ...up.map((used) => `${folder}/${file} uses ${used || "what stands on top"}, which is above it`)];
	});
});
for (const fault of new Set(faults)) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log("No arrow goes up.");
