/**
 * What the tool has in pi's session, and how pi draws that: its calls and results, its messages and entries.
 *
 * Never here: what the lines say, which the core decides.
 */
import type { AgentToolResult, ExtensionAPI, Theme } from "@earendil-works/pi-coding-agent";
import { Box, type Component, Text, truncateToWidth } from "@earendil-works/pi-tui";
import {
	type AskUserRequest,
	type Core,
	type DialectDetails,
	harmless,
	linesOf,
	type Palette,
	paletteOf,
	type Settings,
	type ToolResult,
	withCore,
} from "./core/core.ts";
import { Damaged, REPAIR } from "./host/io.ts";
import { ANSWERS, WAITING } from "./host/names.ts";

/** Details of a result, or of an update, which holds the request for a program. */
export type SentDetails = DialectDetails | AskUserRequest;

type StructuredContent = NonNullable<AgentToolResult<SentDetails>["structuredContent"]>;

/** Returns a result as pi keeps it, without pictures. */
export function sentResult({ content, details }: ToolResult): AgentToolResult<SentDetails> {
	return { content: [{ type: "text", text: content }], details, structuredContent: details as StructuredContent };
}

type Content = string | Array<{ type: string; text?: string }>;

function textOf(content: Content): string {
	return typeof content === "string" ? content : content.flatMap(({ text }) => text ?? []).join("\n");
}

/** Draws entries of the tool. */
export interface Transcript {
	drawCall: (args: unknown, theme: Theme) => Component;
	drawResult: (details: unknown, content: Content, expanded: boolean, theme: Theme) => Component;
}

/** Has pi draw the tool's messages and entries. */
export function registerTranscript(pi: ExtensionAPI, settings: (core: Core) => Settings): Transcript {
	const drawCall = (args: unknown, theme: Theme) =>
		drawing(theme, (core, palette, columns) => linesOf(core.callView(palette, settings(core), args, columns)));
	const drawResult = (details: unknown, content: Content, expanded: boolean, theme: Theme) =>
		drawing(theme, (core, palette, columns) =>
			linesOf(core.resultView(palette, settings(core), details, textOf(content), expanded, columns)),
		);

	pi.registerMessageRenderer(ANSWERS, ({ details, content }, { expanded }, theme) => {
		// The same margin as pi's own messages.
		const box = new Box(1, 0);
		box.addChild(drawResult(details, content, expanded, theme));
		return box;
	});

	// What the model was told beside answers is no more than a line for the user.
	pi.registerMessageRenderer(WAITING, ({ content }, _options, theme) => {
		const box = new Box(1, 0);
		box.addChild(new Text(theme.fg("muted", harmless(textOf(content))), 0, 0));
		return box;
	});

	// What was asked for other sessions is shown, and never sent to this session's model.
	pi.registerEntryRenderer?.<SentDetails & { subagent?: unknown; isAside?: boolean }>(
		ANSWERS,
		({ data }, { expanded }, theme) => {
			if (data?.subagent === undefined || data.isAside) return undefined;
			const box = new Box(1, 0);
			box.addChild(drawResult(data, "", expanded, theme));
			return box;
		},
	);
	return { drawCall, drawResult };
}

/** Component whose lines the core draws. If the core fails, it shows no text of the model, which would be unchecked. */
function drawing(theme: Theme, draw: (core: Core, palette: Palette, columns: number) => string[]): Component {
	let drawn: { columns: number; lines: string[] } | undefined;
	return {
		render(columns) {
			if (drawn?.columns !== columns) {
				const lines = withCore(
					(core) => draw(core, paletteOf(core, theme), columns),
					(_reason, error) => {
						const why = error instanceof Damaged ? `: ${REPAIR}` : "";
						return [truncateToWidth(`question (cannot be drawn${why})`, columns)];
					},
				);
				drawn = { columns, lines };
			}
			return drawn.lines;
		},
		invalidate() {
			drawn = undefined;
		},
	};
}
