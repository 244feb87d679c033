/**
 * `pi-question wait`: tells of questions as they come.
 *
 * Never here: what a question says.
 */
import { watch } from "node:fs";
import { makeBeaconFolder } from "../beacons.js";
import { connectTo, findBeacons, folders, list, nextChange, whole } from "./pis.js";

/** @typedef {import("./pis.js").Waiting} Waiting */

/**
 * Waits for questions. Those that wait already are told of only if each one is wanted. Resolves after the first one, or
 * never if each one is wanted. Rejects if no folder can be watched.
 *
 * @param {(waiting: Waiting) => void} tell
 * @param {boolean} each
 * @param {(problem: string) => void} warn
 */
export async function waitForQuestions(tell, each, warn) {
	/** Ids of questions that were told of, or that waited before. @type {Set<string>} */
	const known = new Set();
	/** Paths of the sockets that are in use. @type {Set<string>} */
	const followed = new Set();
	let isOver = false;

	let end = () => {};
	/** @type {Promise<void>} */
	const ended = new Promise((resolve) => {
		end = () => {
			isOver = true;
			resolve();
		};
	});
	/** @param {import("../beacons.js").Beacon} beacon @param {boolean} tells */
	const follow = async (beacon, tells) => {
		followed.add(beacon.path);
		const pi = await connectTo(beacon, warn);
		for (let isTold = tells; pi && !isOver; isTold = true) {
			const found = await list(pi);
			if (!found) break;
			for (const waiting of found.waiting.filter(({ id }) => !known.has(id))) {
				known.add(waiting.id);
				const told = isTold && (await whole(waiting));
				if (!told || isOver) continue;
				tell(told);
				if (!each) end();
			}
			await nextChange(pi, found.version);
		}
		followed.delete(beacon.path);
	};
	/** @param {boolean} tells */
	const look = (tells) => {
		for (const beacon of findBeacons(warn)) if (!followed.has(beacon.path)) void follow(beacon, tells);
	};
	// Before the first look, so that no pi is missed.
	const watchers = folders().flatMap((folder) => {
		try {
			makeBeaconFolder(folder);
			return [watch(folder, () => look(true))];
		} catch (error) {
			warn(error instanceof Error ? error.message : String(error));
			return [];
		}
	});
	if (watchers.length === 0) throw new Error("no folder can be watched");
	look(each);
	await ended;
	for (const watcher of watchers) watcher.close();
}
