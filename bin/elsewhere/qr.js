/**
 * A text as a QR code for the terminal. Another package makes it, which the user may install; this one does not bring it.
 *
 * Never here: what the text is.
 */
import { createRequire } from "node:module";
import { styleText } from "node:util";

const PACKAGE = "qrcode-terminal";

export const HOW = `--qr needs the package ${PACKAGE}, which is not found. Get it by npm install -g ${PACKAGE}; unless pi-question is installed by npm install -g, too, set NODE_PATH="$(npm root -g)"`;

/** Returns the rows of a QR code; undefined if the package is not found. @param {string} text */
export function qrOf(text) {
	const require = createRequire(import.meta.url); // which looks in the folders of NODE_PATH, too
	let made = "";
	try {
		require(PACKAGE).generate(text, { small: true }, (/** @type {string} */ code) => {
			made = code;
		});
	} catch (error) {
		if (Object(error).code === "MODULE_NOT_FOUND") return undefined;
		throw error;
	}
	const rows = made.trimEnd().split("\n");
	// The blocks are the light parts, whatever colors the terminal has.
	const painted = (/** @type {string} */ row) => styleText(["whiteBright", "bgBlack"], row, { validateStream: false });
	return process.stdout.isTTY ? rows.map(painted) : rows;
}
