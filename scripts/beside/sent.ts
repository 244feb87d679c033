/** Measures what a tool adds to each request to the model: its definition, and its part of the system prompt. */
import { PiTerminal } from "../../tests/harness/pi.ts";
import { args, loading, type Tool } from "./tools.ts";

export interface Sent {
	/** Bytes of the tool's name, description and parameters as JSON. */
	definition: number;
	/** Bytes by which the system prompt is longer than without the tool. */
	prompt: number;
}

export async function sent(tools: Tool[]): Promise<Sent[]> {
	const { prompt: plain } = await request();
	const all: Sent[] = [];
	for (const tool of tools) {
		const { definition, prompt } = await request(tool);
		if (definition === 0) throw new Error(`The model is not sent ${tool.title}.`);
		all.push({ definition, prompt: prompt - plain });
	}
	return all;
}

async function request(tool?: Tool): Promise<Sent> {
	const extension = tool ? loading(tool) : [];
	const pi = new PiTerminal({ turns: [{ text: "Understood." }], extension, args });
	try {
		await pi.sees("Understood.");
		const definition = pi.workplace.tools().find(({ name }) => name === tool?.name);
		const system = pi.workplace.requests()[0]?.find(({ role }) => role === "system") ?? {};
		// Without the definitions, which pi hands over in the same message, and without its time.
		const { content, sections } = system;
		return { definition: definition ? bytes(definition) : 0, prompt: bytes({ content, sections }) };
	} finally {
		await pi.stop();
	}
}

const bytes = (value: object) => Buffer.byteLength(JSON.stringify(value));
