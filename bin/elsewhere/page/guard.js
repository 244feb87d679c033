/**
 * The guard: what was pressed just after the page has moved by itself was meant for what stood there before.
 *
 * Never here: what a press does.
 */

/** Milliseconds for a person to see that the page has moved. */
const QUIET_MS = 500;

let movedAt = Number.NEGATIVE_INFINITY;

/** Tells that questions have come or gone without an act of the person. */
export function moved() {
	movedAt = performance.now();
}

/** Drops presses in a part of the page that come too early. @param {HTMLElement} part @param {() => void} dropped Called for each. */
export function guard(part, dropped) {
	part.addEventListener(
		"click",
		(event) => {
			if (performance.now() - movedAt >= QUIET_MS) return;
			event.preventDefault();
			event.stopPropagation();
			dropped();
		},
		{ capture: true },
	);
}
