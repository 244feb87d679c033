/**
 * Boxes whose size decides how they behave: one that scrolls can be reached by keyboard, and the question of a long prompt
 * stays in sight unless it takes too much of a phone.
 *
 * Never here: what stands in a box.
 */

/** Lines of a question that may stay in sight above its options. */
const MAX_LINES = 3;

const sizes = new ResizeObserver((entries) => {
	for (const { target } of entries) {
		if (target instanceof HTMLLegendElement) {
			const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(target);
			const height = target.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
			target.classList.toggle("stays", height < (MAX_LINES + 0.5) * Number.parseFloat(lineHeight));
		} else if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
		else target.removeAttribute("tabindex");
	}
});

/** Watches the size of a box that may scroll, or of a legend. @template {HTMLElement} Box @param {Box} box */
export function watched(box) {
	sizes.observe(box);
	return box;
}
