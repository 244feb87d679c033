/**
 * Notices of the system, for a person who looks elsewhere. Only after they have asked for them here.
 *
 * Never here: what waits.
 */

const NOTICES_KEY = "pi-question notices";

/** Offers notices by a button, where the browser has them. @param {HTMLElement} offer With the button, and a place for a word. */
export function offerNotices(offer) {
	const [button, word] = [offer.querySelector("button"), offer.querySelector("span")];
	if (!("Notification" in window) || !isSecureContext || !button || !word) return;
	offer.hidden = isOn();
	button.addEventListener("click", async () => {
		const permission = await Notification.requestPermission();
		if (permission === "granted") sessionStorage.setItem(NOTICES_KEY, "on");
		button.hidden = true;
		word.textContent =
			permission === "granted"
				? "A notice comes with each question, while this page is open in the background."
				: "The browser does not allow notices for this page.";
	});
}

function isOn() {
	try {
		return (
			"Notification" in window && Notification.permission === "granted" && sessionStorage.getItem(NOTICES_KEY) === "on"
		);
	} catch {
		return false;
	}
}

/** Tells of a question, if the person wants that and does not see the page. @param {string} id @param {string} title @param {string} place */
export function notify(id, title, place) {
	if (!isOn() || !document.hidden) return;
	try {
		const notice = new Notification(title, { body: place, tag: id });
		notice.addEventListener("click", () => window.focus());
	} catch {
		// Some phones leave them to installed applications.
	}
}
