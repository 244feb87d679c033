/**
 * The connection to the server: states as they come, and answers. The token travels in a header alone.
 *
 * Never here: what a state or an answer holds.
 */

/** Milliseconds without a sign of the server, which gives one every 15 s, until the connection counts as lost. */
const SILENCE_MS = 40_000;
/** Milliseconds until the next attempt, at first and at most. */
const FIRST_MS = 500;
const LAST_MS = 10_000;
const TOKEN_KEY = "pi-question token";

const token = takeToken();

/** Takes the token out of the address, so that no history keeps it. */
function takeToken() {
	const given = location.hash.slice(1);
	try {
		if (given !== "") sessionStorage.setItem(TOKEN_KEY, given);
		if (given !== "") history.replaceState(null, "", location.pathname);
		return given || (sessionStorage.getItem(TOKEN_KEY) ?? "");
	} catch {
		return given; // without a storage, it stays in the address for a reload
	}
}

/** How the connection is. @typedef {"open" | "lost" | "refused" | "full"} Connection */

/**
 * Follows the states of the server for as long as the page is open, and says how the connection is.
 *
 * @param {(state: any) => void} told
 * @param {(connection: Connection) => void} changed
 */
export async function follow(told, changed) {
	let wait = FIRST_MS;
	let again = () => {};
	let attempt = new AbortController();
	const restart = () => {
		attempt.abort();
		again();
	};
	// Each may mean that the stream is dead without an end.
	for (const name of ["online", "offline"]) window.addEventListener(name, restart);
	window.addEventListener("pageshow", ({ persisted }) => persisted && restart());
	for (;;) {
		attempt = new AbortController();
		const end = await read(attempt, (state) => {
			wait = FIRST_MS;
			changed("open");
			told(state);
		});
		changed(end);
		if (end === "refused") return;
		await new Promise((resolve) => {
			again = () => resolve(undefined);
			setTimeout(resolve, wait);
		});
		wait = Math.min(wait * 2, LAST_MS);
	}
}

/** Reads events until they end. @param {AbortController} attempt @param {(state: any) => void} told @returns {Promise<Connection>} */
async function read(attempt, told) {
	const watch = () => setTimeout(() => attempt.abort(), SILENCE_MS);
	let silence = watch();
	try {
		const { signal } = attempt;
		const { status, body } = await fetch("/events", { headers: headers(), cache: "no-store", signal });
		if (status === 401) return "refused";
		if (status === 503) return "full";
		if (status !== 200 || !body) return "lost";
		const reader = body.pipeThrough(new TextDecoderStream()).getReader();
		let rest = "";
		for (;;) {
			const { done, value } = await reader.read();
			if (done) return "lost";
			clearTimeout(silence);
			silence = watch();
			const events = (rest + value).split("\n\n");
			rest = events.pop() ?? "";
			// Of several states, the last one counts.
			const state = events.findLast((event) => event.startsWith("data: "));
			if (state) told(JSON.parse(state.slice("data: ".length)));
		}
	} catch {
		return "lost";
	} finally {
		clearTimeout(silence);
		attempt.abort();
	}
}

/** Sends an answer. Resolves to what the server says; undefined if it cannot be reached. @param {object} answer @returns {Promise<any>} */
export async function send(answer) {
	try {
		const body = JSON.stringify(answer);
		const reply = await fetch("/answer", { method: "POST", headers: headers(), cache: "no-store", body });
		return await reply.json();
	} catch {
		return undefined;
	}
}

function headers() {
	return { Authorization: `Bearer ${token}` };
}
