/**
 * Figures in words: one line each, with its bar and whether it holds.
 *
 * Never here: measuring; which figures there are.
 */

/** A figure with what it is held against, if anything. */
export interface Figure {
	name: string;
	/** What this tool takes. */
	own: string;
	/** What it is compared with, and what that takes. */
	other?: string;
	ratio?: string;
	bar?: Bar;
}

/** What a figure is to reach. */
export interface Bar {
	text: string;
	holds: boolean;
}

export function atLeast(limit: number, value: number, unit: Unit): Bar {
	return { text: `≥ ${show(limit, unit)}`, holds: value >= limit };
}

export function atMost(limit: number, value: number, unit: Unit): Bar {
	return { text: `≤ ${show(limit, unit)}`, holds: value <= limit };
}

export type Unit = "µs" | "ms" | "×" | "KB";

/** A quantity, a time in milliseconds, with as many digits as tell anything. */
export function show(quantity: number, unit: Unit): string {
	const value = unit === "µs" ? quantity * 1000 : quantity;
	const size = Math.abs(value);
	const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2;
	return `${value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits })} ${unit}`;
}

/** Prints a group of figures under a title. */
export function print(title: string, figures: Figure[]): void {
	const cells = figures.map(({ name, own, other = "", ratio = "", bar }) => [
		name,
		own,
		other,
		ratio,
		bar ? `${bar.text}: ${verdict(bar)}` : "",
	]);
	const widths = [0, 1, 2, 3].map((at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
	console.log(`\n${title}`);
	for (const row of cells) {
		const padded = row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0)));
		console.log(`  ${padded.join("  ").trimEnd()}`);
	}
}

/** Prints how many bars hold, and which do not. */
export function summarize(figures: Array<Figure & { group: string }>): void {
	const missed = figures.filter(({ bar }) => bar && !bar.holds);
	const count = figures.filter(({ bar }) => bar).length;
	console.log(`\n${count - missed.length} of ${count} bars hold.`);
	for (const { group, name, own, ratio = own, bar } of missed)
		console.log(`  missed: ${group}: ${name}: ${ratio} (${bar?.text})`);
}

function verdict({ holds }: Bar): string {
	return holds ? "holds" : "MISSED";
}
