/**
 * What the benchmark asks, and with which keys it is driven. Texts are such as models write: at 80 columns every
 * description wraps into two or three lines. `salt` makes all of them new, as those of every real call are.
 *
 * Never here: how anything is driven or measured.
 */

export interface Option {
	value: string;
	label: string;
	description: string;
}

/** A question in the words that both extensions know; `mode` is ours alone. */
export interface Question {
	id: string;
	label: string;
	prompt: string;
	mode?: "multi";
	options: Option[];
}

export interface Arguments {
	questions: Question[];
}

/** A way of writing: what is asked, four things to choose from, and a paragraph of a long prompt. */
export interface Writing {
	name: string;
	prompt: (salt: string) => string;
	options: Array<(salt: string) => [label: string, description: string]>;
	paragraph: (salt: string) => string;
}

export const plain: Writing = {
	name: "plain ASCII",
	prompt: (salt) => `Where should the orders service of tenant ${salt} keep its data from now on?`,
	options: [
		(salt) => [
			`PostgreSQL ${salt}`,
			`A server of its own with transactions, replicas and a query planner that has seen everything. Somebody has to operate it, and the tests of build ${salt} need one running.`,
		],
		(salt) => [
			`SQLite ${salt}`,
			`One file beside the service, nothing to operate, and backups are a copy of file ${salt}. Only one process can write at a time, which rules out a second instance later on without a migration.`,
		],
		(salt) => [
			`DynamoDB ${salt}`,
			`Scales by itself and costs nothing while nobody orders, but table ${salt} needs its access paths known up front, and every report becomes a job of its own.`,
		],
		(salt) => [
			`Keep the files ${salt}`,
			`Leaves everything as it is: JSON files in bucket ${salt}, read whole at each start. Fine up to some ten thousand orders; beyond that the start takes longer than the load balancer is willing to wait.`,
		],
	],
	paragraph: (salt) =>
		`Step ${salt}: the service reads the order, checks the stock of each line, and reserves what is there. What is missing goes on a list that the buyers get every evening. If the payment fails, the reservation is taken back and the customer gets a mail with a link that leads to the basket again.`,
};

const typographic: Writing = {
	name: "dashes, quotes, accents",
	prompt: (salt) => `Where should the “orders” service of tenant ${salt} keep its data — now that it’s growing?`,
	options: [
		(salt) => [
			`PostgreSQL — the “default” ${salt}`,
			`A server of its own — transactions, replicas, and a query planner that’s seen everything. Somebody has to operate it, and the “integration” tests of build ${salt} need one running.`,
		],
		(salt) => [
			`SQLite — naïve but tested ${salt}`,
			`One file beside the service, nothing to operate, and a backup’s just a copy of “${salt}.db”. Only one process can write — which rules out a second instance in the Zürich région later on.`,
		],
		(salt) => [
			`DynamoDB — à la carte ${salt}`,
			`Scales by itself and costs nothing while nobody orders — but table “${salt}” needs its access paths known up front, and every résumé or report für Müller’s team becomes a job.`,
		],
		(salt) => [
			`Keep the “files” ${salt}`,
			`Leaves everything as it is — JSON in the “${salt}” bucket, read whole at each start. Fine up to some ten thousand orders; beyond that it’s slower than the load balancer’s patience — déjà vu.`,
		],
	],
	paragraph: (salt) =>
		`Step ${salt} — the “intake”: the service reads the order, checks each line’s stock, and reserves what’s there. What’s missing goes on a list that Zoë’s buyers get every evening. If the payment fails — it’s “declined” or the café’s offline — the reservation’s taken back, and the customer gets a mail für später.`,
};

const chinese: Writing = {
	name: "Chinese",
	prompt: (salt) => `租户 ${salt} 的订单服务今后应该把数据保存在哪里？`,
	options: [
		(salt) => [
			`使用 PostgreSQL（${salt}）`,
			`独立的数据库服务器，支持事务、副本和成熟的查询优化器，可以同时处理大量写入。但是需要有人负责运维，而且构建 ${salt} 的集成测试必须先启动一个数据库实例才能运行。`,
		],
		(salt) => [
			`使用 SQLite（${salt}）`,
			`数据只是服务旁边的一个文件，不需要任何运维，备份就是复制文件 ${salt}。不过同一时间只能有一个进程写入，以后如果要增加第二个实例，就必须先做一次数据迁移。`,
		],
		(salt) => [
			`使用 DynamoDB（${salt}）`,
			`可以自动扩展，没有订单的时候几乎不产生费用。但是表 ${salt} 的访问方式必须提前设计好，之后每增加一种报表都需要单独编写一个批处理任务。`,
		],
		(salt) => [
			`保留现有文件（${salt}）`,
			`一切保持不变：继续使用存储桶 ${salt} 里的 JSON 文件，每次启动时全部读入内存。一万个订单以内没有问题，超过之后启动时间会比负载均衡器愿意等待的时间还要长。`,
		],
	],
	paragraph: (salt) =>
		`第 ${salt} 步：服务读取订单，逐行检查库存，并预留现有的商品。缺货的商品会列入清单，每天晚上发送给采购人员。如果付款失败，系统会取消预留，并给客户发送一封邮件，邮件中的链接可以让客户重新回到购物车。`,
};

export const writings = [plain, typographic, chinese];

const up = "\x1b[A";
const down = "\x1b[B";
const pageUp = "\x1b[5~";
const pageDown = "\x1b[6~";
const ctrlD = "\x04";
const ctrlU = "\x15";
const space = " ";

// Of all keys below, each changes what is on the screen; the benchmark checks it.

/** Down from the first of a list over so many rows, and up again. */
export function walk(moves: number): string[] {
	return [...times(moves, down), ...times(moves, up)];
}

/** To the last row of four options, which in both extensions is the fifth, for an answer of one's own; and back. */
export const wholeWalk = walk(4);

/** Checks the first box and unchecks it, several times. */
export const toggles = times(8, space);

/** Through a prompt that does not fit and back, with moves in the list between. */
export const readingWalk = [...times(24, pageDown), ...times(4, down), ...times(24, pageUp), ...times(4, up)];

/** Through the preview of the highlighted option and back, and through the same on the whole terminal. */
export const previewWalk = [
	...[...times(24, ctrlD), ...times(24, ctrlU)],
	...["p", ...times(24, pageDown), ...times(24, pageUp), "p"],
];

/** The same keys several times. */
export function repeated(count: number, keys: string[]): string[] {
	return Array<string[]>(count).fill(keys).flat();
}

/** One question. */
export function single(writing: Writing, options: number, salt: number): Arguments {
	return { questions: [question(writing, options, `${salt}`)] };
}

/** Several questions with four boxes each. */
export function boxes(writing: Writing, questions: number, salt: number): Arguments {
	return {
		questions: Array.from({ length: questions }, (_, at) => ({
			...question(writing, 4, `${salt}.${at}`),
			mode: "multi",
		})),
	};
}

/** A question in other words than those that are declared. */
export function renamed({ id, label, prompt, options }: Question): object {
	return { id, header: label, message: prompt, choices: options, multiSelect: "true" };
}

/** A question whose prompt has so many bytes, in paragraphs. */
export function longPrompt(writing: Writing, bytes: number, salt: number): Arguments {
	const paragraphs: string[] = [];
	for (let size = 0; size < bytes; size += Buffer.byteLength(paragraphs.at(-1) ?? "") + 2)
		paragraphs.push(writing.paragraph(`${salt}.${paragraphs.length}`));
	return { questions: [{ ...question(writing, 4, `${salt}`), prompt: paragraphs.join("\n\n") }] };
}

/** A question whose first option has a preview of so many lines, a third of them code. */
export function longPreview(writing: Writing, lines: number, salt: number): Arguments {
	const asked = question(writing, 4, `${salt}`);
	const preview = Array.from({ length: lines / 8 }, (_, at) => {
		const code = "```ts\nexport function step(order: Order): Promise<void> {\n\treturn reserve(order);\n}\n```";
		return `- ${writing.paragraph(`${salt}.${at}`)}\n\n${code}\n`;
	}).join("\n");
	const options = asked.options?.map((option, at) => (at === 0 ? { ...option, preview } : option));
	return { questions: [{ ...asked, ...(options && { options }) }] };
}

function times(count: number, key: string): string[] {
	return Array<string>(count).fill(key);
}

function question(writing: Writing, options: number, salt: string): Question {
	return {
		id: `q${salt}`,
		label: `Storage ${salt}`,
		prompt: writing.prompt(salt),
		options: Array.from({ length: options }, (_, at) => {
			const write = writing.options[at % writing.options.length] as Writing["options"][number];
			const [label, description] = write(`${salt}-${at + 1}`);
			return { value: `v${at}`, label, description };
		}),
	};
}
