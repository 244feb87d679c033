/** Numbers and choices that a seed decides. */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed >>> 0;
	}

	/** Returns a number from 0 up to, but not including, 1 (mulberry32). */
	fraction(): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let mixed = this.#state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** Returns a whole number between two, both included. */
	between(least: number, most: number): number {
		return least + Math.floor(this.fraction() * (most - least + 1));
	}

	chance(probability: number): boolean {
		return this.fraction() < probability;
	}

	pick<T>(from: readonly [T, ...T[]] | readonly T[]): T {
		return from[this.between(0, from.length - 1)] as T;
	}

	/** Picks a name by the weights in a table. */
	weighted<K extends string>(weights: Record<K, number>): K {
		const entries = Object.entries(weights) as Array<[K, number]>;
		let left = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
		for (const [name, weight] of entries) {
			left -= weight;
			if (left < 0) return name;
		}
		return (entries.at(-1) as [K, number])[0];
	}
}
