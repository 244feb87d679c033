/**
 * Pages of other origins, open in the browser beside the page of `pi-question serve`: they read nothing and answer nothing.
 * They know the token, as none does, so that no test passes for want of it alone.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, type TestContext, test } from "node:test";
import type { Browser } from "playwright-core";
import { findBrowser, launch } from "../harness/browser.ts";
import { Served } from "../harness/page.ts";

const path = process.platform === "win32" ? undefined : findBrowser();
const skip = path === undefined && "there is no Chromium here";
/** A name of an attacker, which leads to this machine once its page is loaded. */
const REBOUND = "rebound.example";
const PROMPT = "Which database should we use?";

let browser: Promise<Browser> | undefined;
after(async () => (await browser)?.close());

/** What a page has tried, with what it has read, or `nothing`. */
type Tried = Record<string, string>;

/** Tries all that a page can to reach the server at `target`. Runs in the browser, as a string. */
const attack = (target: string, token: string) => `(async () => {
	const [target, token] = ${JSON.stringify([target, token])};
	const answer = JSON.stringify({ id: "one", answers: { database: "postgres", name: "x" } });
	const secret = { Authorization: "Bearer " + token };
	const LATER = 1500;
	const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
	const read = async (url, options) => {
		try {
			const reply = await fetch(target + url, { signal: AbortSignal.timeout(LATER), ...options });
			const reader = reply.body?.getReader();
			const { value } = (await reader?.read()) ?? {};
			return reply.status + " " + new TextDecoder().decode(value);
		} catch {
			return "nothing";
		}
	};
	const element = async (name, properties) => {
		const made = Object.assign(document.createElement(name), properties);
		const told = new Promise((resolve) => {
			made.onload = () => resolve("loaded");
			made.onerror = () => resolve("nothing");
		});
		document.body.append(made);
		return [made, await Promise.race([told, sleep(LATER).then(() => "nothing")])];
	};
	const inside = (frame) => {
		try {
			return frame.contentDocument?.body.textContent ?? "nothing";
		} catch {
			return "nothing";
		}
	};
	const heard = [];
	addEventListener("message", ({ data }) => heard.push(JSON.stringify(data)));
	const tried = {};
	tried["fetch, the page"] = await read("/");
	tried["fetch, the page, unread"] = await read("/", { mode: "no-cors" });
	tried["fetch, the events"] = await read("/events", { headers: secret });
	tried["fetch, the events without the token"] = await read("/events");
	tried["fetch, an answer"] = await read("/answer", { method: "POST", headers: secret, body: answer });
	tried["fetch, an answer without the token"] = await read("/answer", { method: "POST", body: answer });
	tried["fetch, an answer, unread"] = await read("/answer", { method: "POST", mode: "no-cors", headers: secret, body: answer });
	navigator.sendBeacon(target + "/answer", answer);
	tried["a stream of events"] = await new Promise((resolve) => {
		const events = new EventSource(target + "/events", { withCredentials: true });
		events.onmessage = ({ data }) => resolve(data);
		events.onerror = () => resolve("nothing");
	});
	tried["a web socket"] = await new Promise((resolve) => {
		const socket = new WebSocket(target.replace("http", "ws") + "/events");
		socket.onopen = () => resolve("open");
		socket.onmessage = ({ data }) => resolve(data);
		socket.onerror = () => resolve("nothing");
	});
	[, tried["a script"]] = await element("script", { src: target + "/" });
	[, tried["a picture"]] = await element("img", { src: target + "/" });
	const [frame] = await element("iframe", { src: target + "/#" + token });
	const [receipt] = await element("iframe", { name: "receipt" });
	const to = { action: target + "/answer", method: "post", enctype: "text/plain", target: "receipt" };
	const form = Object.assign(document.createElement("form"), to);
	form.append(Object.assign(document.createElement("input"), { name: answer.slice(0, -1) + ',"x":"', value: '"}' }));
	document.body.append(form);
	form.submit();
	frame.contentWindow.postMessage(answer, "*");
	const opened = open(target + "/#" + token, "_blank");
	await sleep(LATER);
	for (const message of [answer, { id: "one", cancelled: true }, secret]) opened?.postMessage(message, "*");
	try {
		tried["a window"] = opened.closed ? "nothing" : opened.document.body.textContent;
	} catch {
		tried["a window"] = "a window that it can lead elsewhere";
	}
	tried["a frame"] = inside(frame);
	tried["a form"] = inside(receipt);
	tried["messages"] = heard.length === 0 ? "nothing" : heard.join();
	return tried;
})()`;

/** Opens a page of a stranger in the browser, at an address. */
async function stranger(t: TestContext, address: string) {
	browser ??= launch(path ?? "", [
		`--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`,
		"--disable-popup-blocking",
		"--disable-features=LocalNetworkAccessChecks", // of new versions, which would refuse before the server does
	]);
	const profile = await (await browser).newContext();
	t.after(() => profile.close());
	const page = await profile.newPage();
	// A name leads elsewhere while its page loads.
	if (address.includes(REBOUND))
		await page.route(address, (route) => route.fulfill({ contentType: "text/html", body: "<body>" }), { times: 1 });
	await page.goto(address);
	return { page, profile };
}

/** Checks that a question waits, and that the server is as before. */
async function isUnharmed(served: Served): Promise<void> {
	assert.deepEqual(served.pi.answers, []);
	const { next } = await served.stream();
	await next(({ waiting }) => waiting.length === 1);
}

test("the page of another origin reads nothing and answers nothing", { skip }, async (t) => {
	const served = await Served.start(t, [["one"]]);
	const own = createServer((_request, response) => response.setHeader("Content-Type", "text/html").end("<body>"));
	own.listen(0, "127.0.0.1");
	t.after(() => own.close());
	await once(own, "listening");
	const { page, profile } = await stranger(t, `http://127.0.0.1:${(own.address() as AddressInfo).port}/`);
	const opened = profile.waitForEvent("page");
	const tried = await page.evaluate<Tried>(attack(`http://127.0.0.1:${served.port}`, served.token));
	for (const [what, read] of Object.entries(tried)) assert.equal(read, "nothing", what);
	// Only the person sees the window that it has opened, and nothing in a frame.
	for (const frame of page.frames())
		assert.ok(!(await frame.locator("body").innerText()).includes(PROMPT), frame.url());
	await (await opened).getByText(PROMPT).waitFor();
	await isUnharmed(served);
});

test("a page whose name leads to the server later reads that the name is not allowed", { skip }, async (t) => {
	const served = await Served.start(t, [["one"]]);
	const origin = `http://${REBOUND}:${served.port}`;
	const { page } = await stranger(t, `${origin}/of-the-stranger`);
	const tried = await page.evaluate<Tried>(attack(origin, served.token));
	const refusal = '{"problem":"this name of the server is not allowed; see --allow-host"}';
	for (const [what, read] of Object.entries(tried)) {
		const isFetched = /^fetch/.test(what);
		const told = [isFetched ? `421 ${refusal}` : "nothing", ...(isFetched ? [] : [refusal, ""])];
		assert.ok(told.includes(read), `${what}: ${read}`);
	}
	await isUnharmed(served);
});
