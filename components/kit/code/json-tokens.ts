export type TokenKind = "key" | "string" | "number" | "literal" | "punctuation" | "space" | "text";

export interface JsonToken {
  kind: TokenKind;
  text: string;
}

const pattern = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+|\s+/g;
const indentation = "  ";

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
