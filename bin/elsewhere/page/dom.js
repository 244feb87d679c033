/**
 * Makes elements. The one place that does, so that no text can become one.
 *
 * Never here: what is shown.
 */

let last = 0;

/** Returns an id that no other element of the page has. */
export function newId() {
	last++;
	return `e${last}`;
}

/**
 * Makes an element with properties, attributes (by names with a hyphen, or `role`) and children. Texts become text nodes;
 * children that are undefined are left out.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, unknown>} [properties]
 * @param {(Node | string | undefined)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, properties = {}, ...children) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(properties)) {
		if (value === undefined) continue;
		if (key === "role" || key.includes("-")) made.setAttribute(key, String(value));
		else Object.assign(made, { [key]: value });
	}
	made.append(...children.filter((child) => child !== undefined));
	return made;
}

/** Makes a button. @param {string} label @param {() => void} pressed @param {string} [className] */
export function button(label, pressed, className = "") {
	const made = element("button", { type: "button", className }, label);
	made.addEventListener("click", pressed);
	return made;
}
