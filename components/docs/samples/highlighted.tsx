import type { ReactNode } from "react";

/** Addresses, comments, strings, numbers, and keywords that the samples' languages share. */
const tokens =
  /(?<address>\bhttps?:\/\/[^\s"'`]+)|(?<comment>(?<=^|\s)(?:#|\/\/)[^\n]*)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<number>\b\d+(?:\.\d+)?\b)|(?<word>\b(?:async|await|const|def|else|export|function|if|import|from|new|return|true|false|null|None|True|False|echo|print|curl)\b)/gm;

const colours = {
  comment: "text-muted-foreground italic",
  text: "text-code-string",
  number: "text-code-number",
  word: "text-code-literal",
} as const;

/** Code of a sample with simple syntax highlighting. */
export function Highlighted({ code }: { code: string }) {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const match of code.matchAll(tokens)) {
    const kind = (Object.keys(colours) as (keyof typeof colours)[]).find((name) => match.groups?.[name] !== undefined);
    if (kind === undefined) continue;
    pieces.push(code.slice(end, match.index));
    pieces.push(
      <span key={match.index} className={colours[kind]}>
        {match[0]}
      </span>,
    );
    end = match.index + match[0].length;
  }
  return [...pieces, code.slice(end)];
}
