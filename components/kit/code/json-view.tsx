import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { cn } from "#components/ui/class-names.ts";

export type TokenKind = "key" | "string" | "number" | "literal" | "punctuation" | "space" | "text";

interface JsonToken {
  kind: TokenKind;
  text: string;
}

const pattern = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+|\s+/g;

const indentation = "  ";

/** Longer texts are cut in the view, since a browser would freeze; copying copies everything. */
const longestShown = 16_384;

const colours: Record<TokenKind, string> = {
  key: "text-code-key",
  string: "text-code-string",
  number: "text-code-number",
  literal: "text-code-literal",
  punctuation: "text-muted-foreground",
  space: "",
  text: "",
};

/** A JSON text from any source, indented, highlighted and copyable, and never rendered as markup. `what` names it ("Request body"). */
export function JsonView({ text, what, className }: { text: string; what: string; className?: string }) {
  const t = useTranslations("common");
  const tokens = readJsonTokens(text.slice(0, longestShown));
  return (
    <CodeBlock text={text} what={what} {...(className !== undefined && { className })}>
      {tokens.map((token, index) =>
        token.kind === "space" ? (
          token.text
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the tokens of a text have their place and nothing else
          <span key={index} className={colours[token.kind]}>
            {token.text}
          </span>
        ),
      )}
      {text.length > longestShown ? <span className="text-muted-foreground italic">{`\n${t("cutOff")}`}</span> : null}
    </CodeBlock>
  );
}

/** A monospaced text with its name and a copy button. Without `children` it shows the text itself. */
export function CodeBlock({ text, what, children, className }: { text: string; what: string; children?: ReactNode; className?: string }) {
  return (
    <figure className={cn("min-w-0 overflow-hidden rounded-lg border bg-code", className)}>
      <figcaption className="flex items-center justify-between gap-2 border-b py-1 pr-1.5 pl-3.5 text-sm font-medium text-muted-foreground">
        <span className="min-w-0">{what}</span>
        <CopyButton text={text} what={what} />
      </figcaption>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        tabIndex={0}
        translate="no"
        aria-label={what}
        className="max-h-112 overflow-auto px-3.5 py-3 font-mono text-sm leading-relaxed -outline-offset-2"
      >
        <code>{children ?? text}</code>
      </pre>
    </figure>
  );
}

/** Tokenizes a JSON text with new indentation and unchanged values, even if the text was cut off; other text stays one token. */
export function readJsonTokens(text: string): JsonToken[] {
  if (!/^\s*[{["]/.test(text)) return text === "" ? [] : [{ kind: "text", text }];
  const pieces = Array.from(text.matchAll(pattern), ([piece]) => piece).filter((piece) => piece.trim() !== "");
  const tokens: JsonToken[] = [];
  let depth = 0;
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    const isOpening = piece === "{" || piece === "[";
    const isClosing = piece === "}" || piece === "]";
    const before = pieces[index - 1];
    if (isClosing) {
      depth = Math.max(0, depth - 1);
      if (before !== "{" && before !== "[") tokens.push(lineBreak(depth));
    }
    tokens.push({ kind: kindOf(piece, next), text: piece });
    if (isOpening) {
      depth += 1;
      if (next !== "}" && next !== "]" && next !== undefined) tokens.push(lineBreak(depth));
    }
    if (piece === ",") tokens.push(lineBreak(depth));
    if (piece === ":") tokens.push({ kind: "space", text: " " });
  }
  return tokens;
}

function lineBreak(depth: number): JsonToken {
  return { kind: "space", text: `\n${indentation.repeat(Math.min(depth, 40))}` };
}

function kindOf(piece: string, next: string | undefined): TokenKind {
  if (piece.startsWith('"')) return next === ":" ? "key" : "string";
  if (/^[{}[\],:]$/.test(piece)) return "punctuation";
  if (/^-?\d/.test(piece)) return "number";
  return /^(?:true|false|null)$/.test(piece) ? "literal" : "text";
}
