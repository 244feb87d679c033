/** The rules that a version has to keep to be published, each with a sentence for the person who publishes it. */

/** What is about to be published, and from where. */
export interface Release {
	manifest: { version: string; repository?: string | { url?: string } };
	/** Version in package-lock.json. */
	locked: string;
	/** Text of CHANGELOG.md. */
	changelog: string;
	/** Texts that users read, by the names of their files. */
	documents: Record<string, string>;
	/** Tags of the commit. */
	tags: string[];
	/** Files that differ from the commit. */
	changed: string[];
	/** Address of the repository that publishes, such as https://github.com/OWNER/NAME. Undefined if nobody says it. */
	address?: string | undefined;
}

/** Returns what keeps a version from being published. */
export function faultsOf(release: Release): string[] {
	return [
		...ofRepository(release),
		...ofNumbers(release),
		...ofChangelog(release),
		...ofTags(release),
		...(release.changed.length > 0 ? [`Files differ from the commit: ${release.changed.join(", ")}.`] : []),
	];
}

/** The address that npm reads. It derives those of the home page and of the issues from it. */
function ofRepository({ manifest: { repository }, address }: Release): string[] {
	const url = typeof repository === "string" ? repository : repository?.url;
	const expected = `git+${address ?? "https://github.com/OWNER/NAME"}.git`;
	const set = `npm pkg set repository.type=git repository.url=${expected}`;
	if (!url)
		return [
			"package.json names no repository. Without its address, the pictures and links of README.md are broken on npm's " +
				`page, and npm publishes no provenance. Run this once, and commit the result: ${set}`,
		];
	if (typeof repository === "string" || !/^git\+https:\/\/[^/]+\/.+\.git$/.test(url))
		return [`package.json names its repository as ${url}, which npm would rewrite. Run: ${set}`];
	if (address !== undefined && url !== expected)
		return [`package.json names the repository ${url}, and this is another one, so npm would refuse it. Run: ${set}`];
	return [];
}

function ofNumbers({ manifest: { version }, locked, documents }: Release): string[] {
	const faults = [];
	if (locked !== version) faults.push(`package-lock.json has version ${locked}, and package.json ${version}.`);
	for (const [name, text] of Object.entries(documents))
		for (const other of new Set([...text.matchAll(/\bpi-question@(\d[\w.-]*)/g)].map(([, number]) => number)))
			if (other !== version)
				faults.push(`${name} tells users to run version ${other}, and package.json has ${version}.`);
	return faults;
}

function ofChangelog({ manifest: { version }, changelog }: Release): string[] {
	const [, ...sections] = changelog.split(/^## /m);
	const isOpen = sections[0]?.startsWith("[Unreleased]");
	const [unreleased = "", latest = ""] = isOpen ? sections : ["", ...sections];
	const body = (section: string) => section.slice(section.indexOf("\n") + 1).trim();
	const [title = ""] = latest.split("\n");
	const wanted = `"## [${version}] - YYYY-MM-DD"`;
	const faults = [];
	if (isOpen && body(unreleased) !== "")
		faults.push(`CHANGELOG.md has entries under [Unreleased]. Move them to the section of ${version}.`);
	if (!title.startsWith(`[${version}]`))
		faults.push(`CHANGELOG.md has no section of version ${version} above those of others. Write one: ${wanted}`);
	else if (!/^\[[^\]]+\] - \d{4}-\d\d-\d\d$/.test(title))
		faults.push(`In CHANGELOG.md, the section of version ${version} has no date. Write its title as ${wanted}`);
	else if (body(latest) === "") faults.push(`In CHANGELOG.md, the section of version ${version} is empty.`);
	return faults;
}

function ofTags({ manifest: { version }, tags }: Release): string[] {
	const tag = `v${version}`;
	if (tags.includes(tag)) return [];
	const others = tags.filter((name) => /^v\d/.test(name));
	if (others.length > 0) return [`The commit has the tag ${others.join(", ")}, and package.json version ${version}.`];
	return [`The commit has no tag. When all else is right, run: git tag ${tag}`];
}
