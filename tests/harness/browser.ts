/** Chromium; opens pictures in it, and reads where it draws their text. */
import { existsSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";

/** Names of Chromium in the folders of PATH. */
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** A text of a picture as the browser draws it, with sizes in pixels. */
export interface DrawnText {
	text: string;
	/** Number of characters that are drawn: UTF-16 units, as JavaScript counts. */
	chars: number;
	/** Where it begins, and the baseline. */
	x: number;
	y: number;
	/** Where each of its characters begins. */
	starts: number[];
}

/** Returns the path of Chromium in PATH. If there is none, throws if PI_QUESTION_BROWSER names one, which it then needs. */
export function findBrowser(): string | undefined {
	const named = process.env.PI_QUESTION_BROWSER;
	const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
	const paths = folders.flatMap((folder) => (named ? [named] : NAMES).map((name) => resolve(folder, name)));
	const found = paths.find((path) => existsSync(path));
	if (named && !found) throw new Error(`There is no browser "${named}", which PI_QUESTION_BROWSER names.`);
	return found;
}

/** Starts a browser without a window. */
export function launch(executablePath: string, more: string[] = []): Promise<Browser> {
	return chromium.launch({ executablePath, args: ["--disable-gpu", "--disable-quic", "--disable-sync", ...more] });
}

/** Runs in the browser. A string, because types of a page's globals would apply to all files. */
const READ = `Array.from(document.querySelectorAll("text"), (text) => {
	const chars = text.getNumberOfChars();
	return {
		text: text.textContent,
		chars,
		x: Number(text.getAttribute("x")),
		y: Number(text.getAttribute("y")),
		starts: Array.from({ length: chars }, (_, at) => text.getStartPositionOfChar(at).x),
	};
})`;

/** A browser with a page. */
export class PictureViewer {
	readonly #browser: Browser;
	readonly #page: Page;

	private constructor(browser: Browser, page: Page) {
		this.#browser = browser;
		this.#page = page;
	}

	static async open(executablePath: string): Promise<PictureViewer> {
		const browser = await launch(executablePath);
		return new PictureViewer(browser, await browser.newPage());
	}

	/** Opens a picture, and returns its texts. */
	async texts(svg: string): Promise<DrawnText[]> {
		await this.#page.goto(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
		return this.#page.evaluate<DrawnText[]>(READ);
	}

	close(): Promise<void> {
		return this.#browser.close();
	}
}
