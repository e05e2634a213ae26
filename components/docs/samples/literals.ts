interface Syntax {
  object: readonly [open: string, close: string];
  /** The space inside brackets on one line. */
  space: string;
  key(name: string): string;
  text(value: string): string;
  words: { true: string; false: string; null: string };
  indent: string;
}

const ofJson = (value: string) => JSON.stringify(value);
const ofPhp = (value: string) => `'${value.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

const syntaxes = {
  typescript: {
    object: ["{", "}"],
    space: " ",
    key: (name) => `${/^[A-Za-z_]\w*$/.test(name) ? name : ofJson(name)}: `,
    text: ofJson,
    words: { true: "true", false: "false", null: "null" },
    indent: "  ",
  },
  php: {
    object: ["[", "]"],
    space: "",
    key: (name) => `${ofPhp(name)} => `,
    text: ofPhp,
    words: { true: "true", false: "false", null: "null" },
    indent: "    ",
  },
  python: {
    object: ["{", "}"],
    space: "",
    key: (name) => `${ofJson(name)}: `,
    text: ofJson,
    words: { true: "True", false: "False", null: "None" },
    indent: "    ",
  },
} as const satisfies Record<string, Syntax>;

/** A JSON value as a literal of a language, on one line if it has at most `length` signs, otherwise one line per entry. */
export function literal(value: unknown, language: keyof typeof syntaxes, length = 60, depth = 0): string {
  const syntax: Syntax = syntaxes[language];
  if (typeof value === "string") return syntax.text(value);
  if (typeof value === "boolean") return syntax.words[value ? "true" : "false"];
  if (typeof value !== "object") return JSON.stringify(value);
  if (value === null) return syntax.words.null;
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : syntax.object;
  const write = (inner: unknown) => literal(inner, language, length, depth + 1);
  const entries = isList ? value.map(write) : Object.entries(value).map(([name, inner]) => syntax.key(name) + write(inner));
  const short = entries.join(", ");
  const space = isList ? "" : syntax.space;
  if (entries.length === 0) return open + close;
  if (short.length <= length && !short.includes("\n")) return open + space + short + space + close;
  const indent = syntax.indent.repeat(depth + 1);
  return `${open}\n${entries.map((entry) => `${indent}${entry},\n`).join("")}${syntax.indent.repeat(depth)}${close}`;
}
