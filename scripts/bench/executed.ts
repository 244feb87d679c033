/**
 * Counts the instructions that the core executes, which are the same on every machine. Its module is rewritten for that:
 * a global variable grows before each straight run of instructions by the length of the run. binaryen has no such pass.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Core, styles } from "../../extension/core/core.ts";
import { root } from "../tools.ts";
import { counted } from "./calls.ts";

/** Ids of sections, in the order in which a module has them, and the kind of an export that is a global. */
const [IMPORTS, GLOBALS, EXPORTS, CODE, GLOBAL] = [2, 6, 7, 10, 3];
/** Opcodes that end a straight run: branches, returns, and the ends of what is branched to. */
const ENDS = new Set([0x00, 0x03, 0x04, 0x05, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x12, 0x13]);

/** Writes a number as LEB128. The last byte of a signed one is at most 0x3f. */
function leb(value: number, most = 0x7f): number[] {
	return value > most ? [(value & 0x7f) | 0x80, ...leb(value >>> 7, most)] : [value];
}

/** Reads parts of a module. */
class Reader {
	readonly bytes: Buffer;
	at = 0;

	constructor(bytes: Buffer) {
		this.bytes = bytes;
	}

	byte(): number {
		return this.bytes.readUInt8(this.at++);
	}

	number(): number {
		const byte = this.byte();
		return byte < 0x80 ? byte : byte - 0x80 + 0x80 * this.number();
	}

	part(length: number): Buffer {
		this.at += length;
		return this.bytes.subarray(this.at - length, this.at);
	}

	rest(): Buffer {
		return this.part(this.bytes.length - this.at);
	}

	skip(numbers: number): void {
		for (let left = numbers; left > 0; left--) while (this.byte() >= 0x80);
	}

	/** Reads an instruction with its immediates, and returns its opcode. */
	instruction(): number {
		const opcode = this.byte();
		const within = (first: number, last: number) => opcode >= first && opcode <= last;
		if (opcode === 0x0e) this.skip(this.number() + 1);
		else if (opcode === 0x1c) this.skip(this.number());
		else if (opcode === 0x43) this.at += 4;
		else if (opcode === 0x44) this.at += 8;
		else if (opcode === 0xfc) {
			const which = this.number();
			this.skip(which < 8 ? 0 : [8, 10, 12, 14].includes(which) ? 2 : 1);
		} else if (opcode === 0x11 || opcode === 0x13 || within(0x28, 0x3e)) this.skip(2);
		else if (within(0x02, 0x04) || within(0x0c, 0x0d) || within(0x20, 0x26) || within(0x3f, 0x42)) this.skip(1);
		else if ([0x10, 0x12, 0xd0, 0xd2].includes(opcode)) this.skip(1);
		else if (within(0x06, 0x0a) || within(0x14, 0x19) || within(0xc5, 0xcf) || opcode > 0xd2)
			throw new Error(`The opcode ${opcode} is unknown.`);
		return opcode;
	}
}

/** Adds the counter to the body of a function. */
function counting(body: Buffer, global: number[]): Buffer {
	const reader = new Reader(body);
	for (let locals = reader.number(); locals > 0; locals--) reader.skip(2);
	const parts: Uint8Array[] = [body.subarray(0, reader.at)];
	let [start, length] = [reader.at, 0];
	while (reader.at < body.length) {
		length++;
		if (!ENDS.has(reader.instruction())) continue;
		// global.get, i64.const, i64.add, global.set
		parts.push(Buffer.from([0x23, ...global, 0x42, ...leb(length, 0x3f), 0x7c, 0x24, ...global]));
		parts.push(body.subarray(start, reader.at));
		[start, length] = [reader.at, 0];
	}
	return Buffer.concat(parts);
}

/** Rewrites a module, so that its export `executed` is the number of instructions so far. */
function rewritten(module: Buffer): Buffer {
	const reader = new Reader(module);
	const parts: Uint8Array[] = [reader.part(8)];
	let global: number[] = [];
	while (reader.at < module.length) {
		const id = reader.byte();
		const section = new Reader(reader.part(reader.number()));
		const count = id === 0 ? 0 : section.number();
		const body: Uint8Array[] = [];
		const add = (...bytes: number[]) => body.push(Buffer.from(leb(count + 1)), section.rest(), Buffer.from(bytes));
		if (id === IMPORTS) {
			for (let left = count; left > 0; left--) {
				for (const _ of ["module", "name"]) section.part(section.number());
				if (section.byte() !== 0) throw new Error("Only functions can be imported.");
				section.skip(1);
			}
		} else if (id === GLOBALS) {
			global = leb(count);
			add(0x7e, 0x01, 0x42, 0x00, 0x0b); // a mutable i64, at first 0
		} else if (id === EXPORTS) add("executed".length, ...Buffer.from("executed"), GLOBAL, ...global);
		else if (id === CODE) {
			body.push(Buffer.from(leb(count)));
			for (let left = count; left > 0; left--) {
				const code = counting(section.part(section.number()), global);
				body.push(Buffer.from(leb(code.length)), code);
			}
		}
		const whole = body.length > 0 ? Buffer.concat(body) : section.bytes;
		parts.push(Buffer.from([id, ...leb(whole.length)]), whole);
	}
	return Buffer.concat(parts);
}

/** Instructions of forms on a terminal of 80 columns, in an instance of the core of their own. */
export async function executions() {
	const require = createRequire(import.meta.url);
	const path = require.resolve(join(root, "pkg/question.js"));
	delete require.cache[path];
	const core = require(path) as Core & { initSync: (source: { module: Buffer }) => unknown };
	delete require.cache[path];
	const module = rewritten(readFileSync(join(root, "pkg/question_bg.wasm")));
	const { executed } = core.initSync({ module }) as { executed: { value: bigint } };
	const colors = Object.keys(styles).map((role) => [role, ["\x1b[38;2;212;212;212m", "\x1b[39m"]]);
	const palette = new core.Palette(Object.fromEntries(colors), undefined, undefined);
	const settings = new core.Settings([], "en");
	const count = (work: () => void) => {
		const before = executed.value;
		work();
		return Number(executed.value - before);
	};
	const open = (options: number) => {
		const questionnaire = new core.Questionnaire(settings, counted(options));
		const form = new core.Form(questionnaire, { user: {}, host: {} });
		questionnaire.free();
		form.resize(80, 40, 0, 0, 0);
		form.view(palette, 0, 0);
		return form;
	};
	open(10).free(); // makes what is made once
	return {
		/** Returns those for opening a form with so many options, and closing it. */
		opening: (options: number) => count(() => open(options).free()),
		/** Returns those for a key and its frame, on average over a walk through four options. */
		key: () => {
			const form = open(4);
			const keys = [...Array(3).fill("CursorDown"), ...Array(3).fill("CursorUp")];
			const walk = () => {
				for (const key of keys) {
					form.press(key, 1e6);
					form.view(palette, 0, 0);
				}
			};
			walk();
			return count(walk) / keys.length;
		},
	};
}
