/**
 * Follows the pis of this user as they come, change and go.
 *
 * Never here: what a question says; what follows from a change.
 */
import { watch } from "node:fs";
import { makeBeaconFolder } from "../beacons.js";
import { connectTo, findBeacons, folders, list, nextChange } from "./pis.js";

/** @typedef {import("./pis.js").Pi} Pi */
/** @typedef {import("./pis.js").Listed} Listed */

/**
 * What is told of pis.
 *
 * @typedef {object} Follower
 * @property {(pi: Pi, listed: Listed, isNews: boolean) => void | Promise<void>} heard What waits in a pi now. It is no news where that waited before the following began.
 * @property {(pi: Pi) => void} [left] A pi cannot be reached any more.
 * @property {(problem: string) => void} warn
 */

/**
 * Follows all pis. Throws if no folder can be watched. Returns a function that ends it, and a promise that resolves once
 * each pi that was there has been heard, or has gone.
 *
 * @param {Follower} follower
 */
export function followAll({ heard, left, warn }) {
	/** Paths of the sockets that are in use. @type {Set<string>} */
	const followed = new Set();
	let isOver = false;

	/** @param {import("../beacons.js").Beacon} beacon @param {boolean} isNews @param {() => void} begun */
	const follow = async (beacon, isNews, begun) => {
		followed.add(beacon.path);
		const pi = await connectTo(beacon, warn);
		for (let isChange = isNews; pi && !isOver; isChange = true) {
			const listed = await list(pi);
			if (!listed) break;
			await heard(pi, listed, isChange);
			begun();
			await nextChange(pi, listed.version);
		}
		begun();
		followed.delete(beacon.path);
		if (pi && !isOver) left?.(pi);
	};
	/** @param {boolean} isNews */
	const look = (isNews) => {
		const found = isOver ? [] : findBeacons(warn).filter(({ path }) => !followed.has(path));
		return found.map((beacon) => new Promise((resolve) => void follow(beacon, isNews, () => resolve(undefined))));
	};
	// Before the first look, so that no pi is missed.
	const watchers = folders().flatMap((folder) => {
		try {
			makeBeaconFolder(folder);
			return [watch(folder, () => void look(true))];
		} catch (error) {
			warn(error instanceof Error ? error.message : String(error));
			return [];
		}
	});
	if (watchers.length === 0) throw new Error("no folder can be watched");
	const stop = () => {
		isOver = true;
		for (const watcher of watchers) watcher.close();
	};
	return { stop, begun: Promise.all(look(false)) };
}
