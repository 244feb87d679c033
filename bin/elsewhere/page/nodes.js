/**
 * Makes nodes of the blocks that the core makes of a text: a prompt, a description or a preview.
 *
 * Never here: a string of HTML, marks of Markdown, links that are followed by themselves, pictures.
 */
import { watched } from "./boxes.js";
import { button, element } from "./dom.js";

/** @typedef {import("../../../pkg/question.js").WebBlock} Block */
/** @typedef {import("../../../pkg/question.js").WebEdge} Edge */
/** @typedef {import("../../../pkg/question.js").WebPiece} Piece */
/** @typedef {import("../../../pkg/question.js").WebContent} Content */

/** Schemes of links. */
const SCHEMES = ["http:", "https:", "mailto:"];
/** Characters that a row has room for. */
const COLUMNS = 70;
/** Elements of a text that are made at once, in about half a second on a phone. More are made when the person asks for them. */
const MAX_ELEMENTS = 3000;
/** Cells of a row of a table; one with more is shown as text. */
const MAX_CELLS = 50;
/** Parts of a long line, each of which gets a line of its own: a browser takes seconds to lay out one of a million characters. */
const PARTS = /.{1,4000}\S{0,100}\s?/gu;
const MAX_LINE = 4000;

/**
 * Makes nodes of pieces of a text.
 *
 * @param {Piece[]} pieces
 * @param {boolean} [hasLinks] Whether a tap may follow a link.
 */
function piecesOf(pieces, hasLinks = true) {
	if (pieces.length > MAX_ELEMENTS) return [inLines(textOf(pieces))];
	return pieces.map(({ text: written, isStrong, isCode, href }) => {
		const text = inLines(written);
		let node = isCode ? element("code", {}, text) : text;
		if (isStrong) node = element("strong", {}, node);
		if (!hasLinks || href === undefined || !SCHEMES.some((scheme) => href.startsWith(scheme))) return node;
		return element("a", { href, target: "_blank", rel: "noopener noreferrer" }, node);
	});
}

/** Divides the longest lines of a text. @param {string} text */
function inLines(text) {
	if (text.length <= MAX_LINE) return text;
	const lines = text
		.split("\n")
		.map((line) => (line.length > MAX_LINE ? (line.match(PARTS)?.join("\n") ?? line) : line));
	return lines.join("\n");
}

/** Returns whether a text has a sign that can be seen. @param {string} text */
export const isSeen = (text) => /[^\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\s\u2800]/u.test(text);

/** Returns pieces as a text. @param {Piece[]} pieces */
export const textOf = (pieces) => pieces.map(({ text }) => text).join("");

/** Makes an element of a text of several pieces in a line of its own or of others. @param {Piece[]} pieces @param {boolean} [hasLinks] */
export function inlineOf(pieces, hasLinks) {
	return element("span", { className: "text" }, ...piecesOf(pieces, hasLinks));
}

/** Makes an element of blocks; undefined if there are none. @param {Block[]} blocks @param {string} [className] */
export function blocksOf(blocks, className = "") {
	if (blocks.length === 0) return undefined;
	const whole = element("div", { className: `blocks ${className}`, dir: "auto" });
	/** Quotes and items around the last block. @type {Open[]} */
	let open = [];
	const rest = blocks.flatMap(divided).reverse();
	const add = () => {
		for (let room = MAX_ELEMENTS; room > 0; ) {
			const block = rest.pop();
			if (!block) return;
			open = opened(block.edges, open, whole);
			(open.at(-1)?.into ?? whole).append(nodeOf(block.content));
			room -= sizeOf(block);
		}
		if (rest.length === 0) return;
		const more = button(`Show more (${rest.length} parts)`, () => {
			more.remove();
			add();
		});
		more.lang = "en";
		whole.append(more);
	};
	add();
	return whole;
}

/** Estimates the elements that a block takes. @param {Block} block */
function sizeOf({ edges, content }) {
	return 1 + edges.length + (content.kind === "table" ? content.rows.length * (content.rows[0]?.length ?? 0) : 0);
}

/** Divides a table of too many rows, and makes texts of one with too many columns. @param {Block} block @returns {Block[]} */
function divided(block) {
	const { edges, content } = block;
	if (content.kind !== "table" || sizeOf(block) <= MAX_ELEMENTS) return [block];
	const [head = [], ...rows] = content.rows;
	const count = head.length > MAX_CELLS ? 0 : Math.floor(MAX_ELEMENTS / Math.max(1, head.length));
	/** Of the same item. */
	const inside = edges.map((edge) => (edge.kind === "quote" ? edge : { kind: edge.kind }));
	const parts = count === 0 ? content.rows : Array.from({ length: Math.ceil(rows.length / count) });
	return parts.map((_, at) => ({
		edges: at === 0 ? edges : inside,
		content:
			count === 0
				? { kind: "text", text: (content.rows[at] ?? []).flatMap((cell) => [...cell, { text: " | " }]) }
				: { kind: "table", rows: [head, ...rows.slice(at * count, (at + 1) * count)] },
	}));
}

/** A quote or an item; `into` takes what stands in it. @typedef {{ name: "blockquote" | "ul" | "ol", outer: HTMLElement, into: HTMLElement }} Open */

/** Opens what surrounds a block, the outermost first, and goes on with what is open and surrounds it, too. @param {Edge[]} edges @param {Open[]} before @param {HTMLElement} whole */
function opened(edges, before, whole) {
	const first = edges.findIndex((edge, at) => !goesOn(edge, before[at]?.name));
	const shared = first < 0 ? edges.length : first;
	const last = before[shared];
	const open = before.slice(0, shared);
	for (const edge of edges.slice(shared)) {
		const name = nameOf(edge);
		// An item of the list that the last block stood in, or of a new one.
		const goes = open.length === shared && last?.name === name && name !== "blockquote";
		const outer = goes ? last.outer : element(name);
		if (!goes) (open.at(-1)?.into ?? whole).append(outer);
		const into = name === "blockquote" ? outer : itemOf(edge, outer);
		open.push({ name, outer, into });
	}
	return open;
}

/** Returns whether a block stands in the same quote or item as the one above. @param {Edge} edge @param {string | undefined} name Of what is open there. */
function goesOn(edge, name) {
	if (edge.kind === "quote") return name === "blockquote";
	return edge.marker === undefined && name !== undefined && name !== "blockquote";
}

/** Names the element of a quote or a list. @param {Edge} edge */
function nameOf(edge) {
	if (edge.kind === "quote") return "blockquote";
	return /^\d/.test(edge.marker ?? "") ? "ol" : "ul";
}

/** Adds an item to a list, with its number. @param {Edge} edge @param {HTMLElement} list */
function itemOf(edge, list) {
	const number = edge.kind === "item" ? Number.parseInt(edge.marker ?? "", 10) : Number.NaN;
	const item = element("li", { value: Number.isNaN(number) ? undefined : number });
	if (number > 99) list.style.paddingInlineStart = `${String(number).length + 2}ch`; // room for the number
	list.append(item);
	return item;
}

/** @param {Content} content */
function nodeOf(content) {
	switch (content.kind) {
		case "text":
			return element("p", { className: "text" }, ...piecesOf(content.text));
		case "heading":
			return element("h3", { className: "text" }, ...piecesOf(content.text));
		case "code":
			return codeOf(content.lines, content.language);
		case "table":
			return tableOf(content.rows);
		case "rule":
			return element("hr");
	}
}

/** @param {string[]} lines @param {string | undefined} language */
function codeOf(lines, language) {
	const name = language === undefined ? "Code" : `Code, ${language}`;
	const code = element("code", {}, lines.join("\n"));
	const box = element("pre", { role: "group", "aria-label": name, lang: "en", dir: "ltr", translate: false }, code);
	const label = language === undefined ? undefined : element("span", { "aria-hidden": true }, language);
	return element("div", { className: "code" }, label, watched(box));
}

/** @param {Piece[][][]} rows */
function tableOf([head = [], ...rows]) {
	/** @param {Piece[][]} row @param {"th" | "td"} name */
	const rowOf = (row, name) =>
		element(
			"tr",
			{},
			...row.map((cell) =>
				element(name, { className: "text", scope: name === "th" ? "col" : undefined }, ...piecesOf(cell)),
			),
		);
	const body = rows.map((row) => rowOf(row, "td"));
	const table = element("table", {}, element("thead", {}, rowOf(head, "th")), element("tbody", {}, ...body));
	return watched(element("div", { className: "table", role: "group", "aria-label": "Table" }, table));
}

/** Estimates the rows that blocks take. @param {Block[]} blocks */
export function rowsOf(blocks) {
	const counts = blocks.map(({ content }) => {
		if (content.kind === "code") return content.lines.length;
		if (content.kind === "table") return content.rows.length;
		if (content.kind === "rule") return 1;
		const lines = textOf(content.text).split("\n");
		return lines.reduce((rows, line) => rows + Math.ceil(line.length / COLUMNS), 1);
	});
	return counts.reduce((sum, count) => sum + count, 0);
}
