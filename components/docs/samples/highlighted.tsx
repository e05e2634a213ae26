/** Addresses, comments, strings, numbers, and keywords that the samples' languages share. */
const pattern =
  /(?<address>\bhttps?:\/\/[^\s"'`]+)|(?<comment>(?<=^|\s)(?:#|\/\/)[^\n]*)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<number>\b\d+(?:\.\d+)?\b)|(?<literal>\b(?:async|await|const|def|else|export|function|if|import|from|new|return|true|false|null|None|True|False|echo|print|curl)\b)/gm;

const kinds = ["comment", "string", "number", "literal"] as const;

interface SampleToken {
  kind: (typeof kinds)[number] | undefined;
  text: string;
}

const colours = {
  comment: "text-muted-foreground italic",
  string: "text-code-string",
  number: "text-code-number",
  literal: "text-code-literal",
} as const;

export function Highlighted({ code }: { code: string }) {
  return sampleTokens(code).map(({ kind, text }, index) =>
    kind === undefined ? (
      text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the tokens of a text have their place and nothing else
      <span key={index} className={colours[kind]}>
        {text}
      </span>
    ),
  );
}

/** The pieces of a sample's code that have a colour, and the text between them. */
export function sampleTokens(code: string): SampleToken[] {
  const tokens: SampleToken[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = kinds.find((name) => match.groups?.[name] !== undefined);
    if (kind === undefined) continue;
    tokens.push({ kind: undefined, text: code.slice(end, match.index) }, { kind, text: match[0] });
    end = match.index + match[0].length;
  }
  return [...tokens, { kind: undefined, text: code.slice(end) }];
}
