/**
 * Makes nodes of a text that a model wrote: a prompt, a description, a preview or a label.
 *
 * Never here: a string of HTML, links that are followed by themselves, pictures.
 *
 * It is given a text, and shows it as it is. It wants to be given blocks instead, in the order in which they stand, each
 * text harmless and without the marks of Markdown:
 *
 *     Block = { in?: Edge[] } & (                            what surrounds it, the outermost first
 *       | { kind: "text", text: Piece[] }
 *       | { kind: "heading", level: 1…6, text: Piece[] }
 *       | { kind: "code", language?: string, lines: string[] }
 *       | { kind: "table", rows: Piece[][][] }               the heading first; a cell is a list of pieces
 *       | { kind: "rule" } )
 *     Edge  = { kind: "quote" } | { kind: "item", marker?: string }
 *                                                            with the marker on the first block of the item alone
 *     Piece = { text: string, bold?: true, code?: true, href?: string }
 *                                                            href: http, https or mailto alone
 *
 * A label and a description are one list of pieces.
 */
import { element } from "./dom.js";

/** Returns the nodes of a text. @param {string} text */
export function nodesOf(text) {
	return element("span", { className: "text" }, text);
}
