import { sampleTokens } from "#components/docs/samples/sample-tokens.ts";

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
