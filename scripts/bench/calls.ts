/**
 * The calls of the benchmark, and the keys that it presses. Texts resemble those of models: at 80 columns every
 * description wraps into two or three lines. A salt makes the texts of each call new, as in real calls.
 */

type Option = { value: string; label: string; description: string; preview?: string };
/** A question with fields that both extensions know; only ours knows `mode`. */
type Question = { id: string; label: string; prompt: string; mode?: "multi"; options: Option[] };
export type Arguments = { questions: Question[] };

/** A prompt, options with descriptions, and a paragraph of a long prompt; `%` stands for the salt. */
export type Writing = { name: string; prompt: string; options: string[]; paragraph: string };

export const plain: Writing = {
	name: "plain ASCII",
	prompt: "Where should the orders service of tenant % keep its data from now on?",
	options: [
		"PostgreSQL %|A server of its own with transactions, replicas and a query planner that has seen everything. Somebody has to operate it, and the tests of build % need one running.",
		"SQLite %|One file beside the service, nothing to operate, and backups are a copy of file %. Only one process can write at a time, which rules out a second instance later on without a migration.",
		"DynamoDB %|Scales by itself and costs nothing while nobody orders, but table % needs its access paths known up front, and every report becomes a job of its own.",
		"Keep the files %|Leaves everything as it is: JSON files in bucket %, read whole at each start. Fine up to some ten thousand orders; beyond that the start takes longer than the load balancer is willing to wait.",
	],
	paragraph:
		"Step %: the service reads the order, checks the stock of each line, and reserves what is there. What is missing goes on a list that the buyers get every evening. If the payment fails, the reservation is taken back and the customer gets a mail with a link that leads to the basket again.",
};

/** Returns the text with typographic quotes, dashes and apostrophes, and with accents. */
const typeset = (text: string) => {
	const quoted = text.replace(/\bthe (\w+)/g, "the “$1”");
	return quoted.replace(/, /g, " — ").replace(/e\b/g, "é").replace(/s\b/g, "’s");
};

const typographic: Writing = {
	...JSON.parse(JSON.stringify(plain), (_, value) => (typeof value === "string" ? typeset(value) : value)),
	name: "dashes, quotes, accents",
};

const chinese: Writing = {
	name: "Chinese",
	prompt: "租户 % 的订单服务今后应该把数据保存在哪里？",
	options: [
		"使用 PostgreSQL（%）|独立的数据库服务器，支持事务、副本和成熟的查询优化器，可以同时处理大量写入。但是需要有人负责运维，而且构建 % 的集成测试必须先启动一个数据库实例才能运行。",
		"使用 SQLite（%）|数据只是服务旁边的一个文件，不需要任何运维，备份就是复制文件 %。不过同一时间只能有一个进程写入，以后如果要增加第二个实例，就必须先做一次数据迁移。",
		"使用 DynamoDB（%）|可以自动扩展，没有订单的时候几乎不产生费用。但是表 % 的访问方式必须提前设计好，之后每增加一种报表都需要单独编写一个批处理任务。",
		"保留现有文件（%）|一切保持不变：继续使用存储桶 % 里的 JSON 文件，每次启动时全部读入内存。一万个订单以内没有问题，超过之后启动时间会比负载均衡器愿意等待的时间还要长。",
	],
	paragraph:
		"第 % 步：服务读取订单，逐行检查库存，并预留现有的商品。缺货的商品会列入清单，每天晚上发送给采购人员。如果付款失败，系统会取消预留，并给客户发送一封邮件，邮件中的链接可以让客户重新回到购物车。",
};

export const writings = [plain, typographic, chinese];

const times = (count: number, key: string) => Array<string>(count).fill(key);
const [up, down, pageUp, pageDown] = ["\x1b[A", "\x1b[B", "\x1b[5~", "\x1b[6~"];

// Each of these keys changes the screen; the benchmark checks that.

/** Keys that move down by this many rows from the first of a list, and up again. */
export const walk = (moves: number) => [...times(moves, down), ...times(moves, up)];
/** Keys that check the first box and uncheck it, several times. */
export const toggles = times(8, " ");
/** Keys that scroll through a prompt that does not fit and back, with moves in the list in between. */
export const promptWalk = [...times(24, pageDown), ...times(4, down), ...times(24, pageUp), ...times(4, up)];
const zoomed = ["\x10", ...times(24, pageDown), ...times(24, pageUp), "\x10"];
/** Keys that scroll through a preview and back, by Ctrl+D and Ctrl+U, and the same in the zoom. */
export const previewWalk = [...times(24, "\x04"), ...times(24, "\x15"), ...zoomed];

/** Keys that open the text of one's own below 4 options in upstream. */
export const upstreamText = [...times(4, down), "\r"];
/** Keys that type the label of an option and words that are in none, and erase them. */
export function typing({ options }: Writing): string[] {
	const [label = ""] = options[1]?.split("|") ?? [];
	const text = [...`${salted(label, 1)}, or neither`];
	return [...text, ...times(text.length, "\x7f")];
}

const salted = (text: string, salt: string | number) => text.replaceAll("%", `${salt}`);

function question(writing: Writing, count: number, salt: string | number): Question {
	const options = Array.from({ length: count }, (_, at) => {
		const text = salted(writing.options[at % writing.options.length] ?? "", `${salt}-${at + 1}`);
		const [label = "", description = ""] = text.split("|");
		return { value: `v${at}`, label, description };
	});
	return { id: `q${salt}`, label: `Storage ${salt}`, prompt: salted(writing.prompt, salt), options };
}

/** Returns a call with one question. */
export function single(writing: Writing, options: number, salt: number): Arguments {
	return { questions: [question(writing, options, salt)] };
}

/** Returns the call for which instructions are counted, always the same. */
export function counted(options: number): Arguments {
	const option = (_: unknown, at: number): Option => ({
		value: `v${at}`,
		label: `Option number ${at}`,
		description: `It does the thing number ${at} in a longer sentence that may wrap on narrow terminals`,
	});
	const scope = { id: "a", label: "Scope", prompt: "What scope?", options: Array.from({ length: options }, option) };
	const sure = { id: "b", label: "Sure", prompt: "Sure?", options: [option(undefined, 0)] };
	return { questions: [scope, sure] };
}

/** Returns a call with several questions of four boxes each. */
export function boxes(writing: Writing, questions: number, salt: number): Arguments {
	const ask = (_: unknown, at: number): Question => ({ ...question(writing, 4, `${salt}.${at}`), mode: "multi" });
	return { questions: Array.from({ length: questions }, ask) };
}

/** Returns a call with a question whose prompt has this many bytes, in paragraphs. */
export function longPrompt(writing: Writing, bytes: number, salt: number): Arguments {
	const paragraphs: string[] = [];
	for (let size = 0; size < bytes; size += Buffer.byteLength(paragraphs.at(-1) ?? "") + 2)
		paragraphs.push(salted(writing.paragraph, `${salt}.${paragraphs.length}`));
	return { questions: [{ ...question(writing, 4, salt), prompt: paragraphs.join("\n\n") }] };
}

/** Returns a call with a question whose first option has a preview of this many lines, a third of them code. */
export function longPreview(writing: Writing, lines: number, salt: number): Arguments {
	const code = "```ts\nexport function step(order: Order): Promise<void> {\n\treturn reserve(order);\n}\n```";
	const part = (_: unknown, at: number) => `- ${salted(writing.paragraph, `${salt}.${at}`)}\n\n${code}\n`;
	const preview = Array.from({ length: lines / 8 }, part).join("\n");
	const asked = single(writing, 4, salt);
	Object.assign(asked.questions[0]?.options[0] ?? {}, { preview });
	return asked;
}
