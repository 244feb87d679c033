/**
 * Three hundred sentences, typed key by key into lists of all kinds: each ends as the option that it names, as exactly these
 * words, or nowhere, and never as an option that it does not name.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { questions } from "../harness/args.ts";
import { isPending, type Returned, TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { setEnvironment } from "../harness/program.ts";

const sentences = String.raw`
yes
Yes
YES
yes.
yes!
y
Y
"yes"
(yes)
yes please
yes, please
yes but not now
yes, but only on Mondays
yes and no
yes/no
yes yes
yes, force-push
yes force push
yes, force
ye
yep
yeah
ok
sure
do it
go ahead
of course
no
No
NO!
n
N
no.
*no*
no thanks
no, thanks
no, use MySQL
no; use MySQL
no - use MySQL
no, because I am not ready
no, keep both branches
no, keep both
no keep
nope
nah
not now
not yet
never
none
none of these
none of them
neither
nor that
no idea
no way
no one
now
nothing
nothing of that
November
Nov
not in November
ja
nein
oui
non
sí
да
нет
はい
いいえ
是
是的
不
是的，推送
是的，但不要推送
不，保留
好的
네
아니요
취소
取消
キャンセル
キャンセルしないで
y/n
why?
why not?
really?
what is the difference?
which would you take?
is SQLite enough?
can we decide later?
¿por qué?
warum?
为什么？
どれですか？
please
please do not
please stop
stop
cancel
abort
quit
exit
help
back
skip
undo
redo
submit
next
later
wait
hold on
leave it
forget it
don't
do nothing
I don't know
I don't care
you decide
up to you
it depends
both
all
all of them
either
any
other
Something else…
default
recommended
the first one
the second
the last one
first
the same as before
a
A
b
c
d
e
h
j
k
l
p
q
u
x
z
:q
:wq
:80
/undo
/filter
-
--
+1
-1
#3
n/a
sqlite
SQLite
SQLITE
sqlite.
"sqlite"
sqlite please
use sqlite
SQLite 3
sql
postgres
postgresql
PostgreSQL
PostgreSQL 16
Postgres or MySQL
mysql
MySQL
mysql 8
MySQL 8
mysql 8.4
mysql8
my
MongoDB
java
Java
javascript
javas
java script
js
rust
Rust
ru
rust and java
C++
c++
c plus plus
login
log in
login, telemetry
login and telemetry
REST API
rest
rest api
the rest
dark
dark mode
Dark mode!
darkmode
dark mode for all
telemetry
no telemetry
january
January
jan
in January
may
May
may be
maybe
march
March 3
june or july
Berlin
ber
Frankfurt (Oder)
frankfurt
frankfurt oder
Zürich
zurich
ZURICH
zürich hb
São Paulo
sao paulo
sao
New York
new
new york city
york
München
munchen
muenchen
Москва
москва
東京
東京都
京
80
8080
443
99
100 %
42
50/50
5000 €
3 of them
2 weeks
4
1
12
12 of them
1 and 3
1,3
1.5 GB
10 minutes
0
0.5
007
1st
2nd option
3D
4K
24/7
three
two of them
VIII
１
３つ
½
$5
👍
👎
👍🏽
🇩🇪
👨‍👩‍👧
✅
❌ no
yes 👍
🤷
:)
¯\_(ツ)_/¯
src/main.rs
./run.sh
../other
/etc/hosts
~/notes.md
C:\Users\me
@src/main.rs
@README.md please
see @docs/using.md
https://example.com/a?b=c#d
index.ts
Node.js
foo_bar
--force
git push --force
${"`rm -rf build`"}
$HOME
{"a": 1}
<b>no</b>
[x]
SELECT * FROM t;
a && b || c
café
naïve
ﬁne
ＡＢＣ
مرحبا
שלום
ไทย
हाँ
`
	.trim()
	.split("\n");

/** A list, and the sentences that name each of its options, or find it first in a list that does not fit. */
interface List {
	labels: string[];
	more?: object;
	/** Whether another question follows. */
	hasTabs?: boolean;
	named: Record<string, string[]>;
}

const towns = `Amsterdam Athens Barcelona Beirut Belgrade Berlin Bogotá Brussels Budapest Cairo Dakar Dublin Edinburgh
	Florence Geneva Hamburg Hanoi Havana Helsinki Istanbul Kyiv Lagos Lima Lisbon London Madrid Nairobi Oslo Paris Prague Riga`;

const lists: Record<string, List> = {
	"one of four": {
		labels: ["PostgreSQL", "SQLite", "MySQL 8", "None of these"],
		named: {
			PostgreSQL: ["postgresql", "PostgreSQL"],
			SQLite: ["sqlite", "SQLite", "SQLITE", "sqlite.", '"sqlite"'],
			"MySQL 8": ["mysql", "MySQL", "mysql 8", "MySQL 8"],
			"None of these": ["none", "none of these"],
		},
	},
	"yes or no": {
		labels: ["Yes", "No"],
		named: {
			Yes: ["yes", "Yes", "YES", "yes.", "yes!", "y", "Y", '"yes"'],
			No: ["no", "No", "NO!", "n", "N", "no."],
		},
	},
	"yes or no, with more words": {
		labels: ["Yes, force-push", "No, keep both branches"],
		named: {
			"Yes, force-push": ["yes", "Yes", "YES", "yes.", "yes!", "y", "Y", '"yes"', "yes, force-push"],
			"No, keep both branches": [
				...["no", "No", "NO!", "n", "N", "no."],
				...["no, keep both branches", "no, keep both", "no keep"],
			],
		},
	},
	"labels that are numbers": {
		labels: ["8080", "80", "443"],
		named: { "8080": ["8080"], "80": ["80"], "443": ["443"] },
	},
	boxes: {
		labels: ["Login", "REST API", "Dark mode", "Telemetry"],
		more: { mode: "multi" },
		named: {
			Login: ["login"],
			"REST API": ["REST API", "rest", "rest api"],
			"Dark mode": ["dark", "dark mode", "Dark mode!"],
			Telemetry: ["telemetry"],
		},
	},
	"one of twelve": {
		labels: "January February March April May June July August September October November December".split(" "),
		// Each description begins with "about".
		named: {
			January: ["january", "January", "ja", "j", "jan", "a", "A"],
			May: ["may", "May"],
			March: ["march"],
			November: ["November", "Nov", "no", "No", "NO!", "no.", "n", "N"],
			December: ["d"],
		},
	},
	"one of forty, which do not fit": {
		labels: [
			...towns.split(/\s+/),
			...["Frankfurt am Main", "Frankfurt (Oder)", "Zürich", "São Paulo", "New York", "New Delhi", "München"],
			...["Москва", "東京"],
		],
		named: {
			Amsterdam: ["a", "A"],
			Barcelona: ["b"],
			Berlin: ["Berlin", "ber"],
			Cairo: ["c"],
			Dakar: ["d"],
			Edinburgh: ["e"],
			"Frankfurt am Main": ["frankfurt"],
			Hamburg: ["h"],
			Kyiv: ["k"],
			Lagos: ["l"],
			Nairobi: ["n", "N"],
			Paris: ["p"],
			"Frankfurt (Oder)": ["Frankfurt (Oder)", "frankfurt oder"],
			Zürich: ["Zürich", "zurich", "ZURICH", "z"],
			"São Paulo": ["São Paulo", "sao paulo", "sao"],
			"New York": ["New York", "new", "york", "y", "Y"],
			München: ["München", "munchen"],
			Москва: ["Москва", "москва"],
			東京: ["東京", "京"],
		},
	},
	"no own answers": {
		labels: ["Java", "JavaScript", "Rust", "C++"],
		more: { allowCustom: false },
		// There, also words that find one option alone.
		named: {
			Java: ["java", "Java"],
			JavaScript: ["javascript", "javas"],
			Rust: ["rust", "Rust", "ru"],
			"C++": ["C++", "c++", "c"],
		},
	},
	"the first of two questions": {
		labels: ["是的，推送", "不，保留", "キャンセル", "취소"],
		hasTabs: true,
		named: {
			"是的，推送": ["是的", "是的，推送"],
			"不，保留": ["不", "不，保留"],
			キャンセル: ["キャンセル"],
			취소: ["취소"],
		},
	},
};

/** An answer: labels of options, or what was typed. */
type Given = { label: string; isTyped: boolean };

function given({ details }: Returned): Given[] {
	const answer = details.answers.find(({ id }) => id === "id1");
	if (!answer) return [];
	const typed = [answer.wasCustom].flat();
	return [answer.label].flat().map((label, at) => ({ label, isTyped: typed[at] === true }));
}

/** Returns what a sentence must not have come to, or undefined if all is well. */
function fault(sentence: string, { labels, more, named }: List, result: Returned): string | undefined {
	const answers = given(result);
	const told = JSON.stringify(answers);
	const isClosed = more && "allowCustom" in more;
	const narrow = sentence.replace(/[０-９]/g, (digit) => digit.normalize("NFKC"));
	const isNumbered = labels.some((_, at) => narrow.startsWith(`${at + 1}`)) || (narrow.startsWith("0") && !isClosed);
	if (isNumbered) {
		// A digit that an option has chooses it, in boxes each of several; whatever follows may be typed.
		const [digits = ""] = /^[\d, ]*/.exec(narrow) ?? [];
		const chooses = (number: string) => (more ? digits.includes(number) : digits.startsWith(number));
		const isRight = ({ label, isTyped }: Given) =>
			isTyped ? narrow.endsWith(label) : chooses(`${labels.indexOf(label) + 1}`);
		return answers.every(isRight) ? undefined : told;
	}
	const label = Object.keys(named).find((label) => named[label]?.includes(sentence));
	const expected = label ? [{ label, isTyped: false }] : [{ label: sentence, isTyped: true }];
	if (label || !isClosed) return told === JSON.stringify(expected) ? undefined : told;
	if (answers.length > 0) return told;
	return result.details.unsent?.[0]?.text === sentence ? undefined : "The words are lost.";
}

for (const [name, list] of Object.entries(lists)) {
	test(`sentences in a list: ${name}`, async (context) => {
		// Without fd, @ completes nothing.
		setEnvironment(context, "PATH", "");
		for (const sentence of Object.values(list.named).flat()) assert.ok(sentences.includes(sentence), sentence);
		const [asked] = questions(list.labels).questions;
		const next = list.hasTabs ? [{ prompt: "Anything else?" }] : [];
		const host = new TestHost({ rows: 24 });
		const faults: string[] = [];
		for (const sentence of sentences) {
			const { result } = await host.open({ questions: [{ ...asked, ...list.more }, ...next] });
			host.press(...sentence, key.enter);
			if (await isPending(result)) host.emit("session_shutdown");
			const found = fault(sentence, list, await result);
			if (found !== undefined) faults.push(`${sentence} → ${found}`);
		}
		assert.deepEqual(faults, []);
	});
}

test("there are three hundred sentences, each once", () => {
	assert.ok(new Set(sentences).size >= 300);
	assert.deepEqual(
		sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at || sentence !== sentence.trim()),
		[],
	);
});
