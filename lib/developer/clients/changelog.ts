import { escapeXml } from "#lib/platform/text/characters.ts";

/** A version in clients/CHANGELOG.md. */
interface Change {
  version: string;
  /** A day such as 2026-11-27; undefined before the release. */
  released: string | undefined;
  text: string;
}

export const unreleased = "not released yet";

/** Newest first, as the file has them: `## 2.1.0 (2026-11-27)`. */
export function readChangelog(markdown: string): Change[] {
  const sections = markdown.split(/^## /m).slice(1);
  return sections.map((section) => {
    const [, version = "", when = "", text = ""] = /^(\S+) \((.+)\)\n([\s\S]*)$/.exec(section) ?? [];
    if (version === "") throw new Error(`clients/CHANGELOG.md has a heading without a version and a day: ${section.split("\n")[0]}`);
    return { version, released: when === unreleased ? undefined : when, text: text.trim() };
  });
}

/** The feed of releases (Atom, RFC 4287). */
export function writeFeed(changes: readonly Change[], address: string): string {
  const released = changes.filter((change): change is Change & { released: string } => change.released !== undefined);
  const page = new URL("/docs/client-libraries", address).href;
  const entries = released.map(
    ({ version, released: day, text }) => `  <entry>
    <id>${idOf(version)}</id>
    <title>Covergate client libraries ${version}</title>
    <updated>${day}T00:00:00Z</updated>
    <link href="${page}"/>
    <content type="text">${escapeXml(text)}</content>
  </entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${idOf("changelog")}</id>
  <title>Covergate client libraries</title>
  <author><name>Covergate</name></author>
  <updated>${released[0]?.released ?? "2026-01-01"}T00:00:00Z</updated>
  <link rel="self" href="${new URL("/clients/changelog.atom", address).href}"/>
  <link href="${page}"/>
${entries.join("")}</feed>
`;
}

const idOf = (name: string) => `urn:covergate:clients:${name}`;
