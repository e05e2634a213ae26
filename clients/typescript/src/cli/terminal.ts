import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { CommandProblem } from "./problem.ts";

const styles = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;
export type Style = keyof typeof styles;

/** Colours a text for a stream, where a person reads it (https://no-color.org). */
export function paint(style: Style, words: string, stream: NodeJS.WriteStream = process.stdout): string {
  const { NO_COLOR = "", TERM } = process.env;
  if (!stream.isTTY || NO_COLOR !== "" || TERM === "dumb") return words;
  const [on, off] = styles[style];
  return `\u001B[${on}m${words}\u001B[${off}m`;
}

/** Removes control characters: a server's text must not control the terminal. */
export function printable(words: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters that it is about
  return words.replaceAll(/[\u0000-\u001F\u007F-\u009F]+/g, " ");
}

/** Masks keys, even if somebody typed one in a wrong place. */
export function withoutKeys(words: string): string {
  return words.replaceAll(/(cg_(?:dev|live)_\w{4})\w+/g, "$1…");
}

export function say(line = ""): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a progress message to stderr, so that pipes do not get it. */
export function note(line: string): void {
  process.stderr.write(`${withoutKeys(line)}\n`);
}

export function sayJson(value: unknown): void {
  say(JSON.stringify(value, null, process.stdout.isTTY ? 2 : undefined));
}

/** Prints names and their values, one a line. */
export function sayFacts(facts: readonly (readonly [string, string])[]): void {
  const width = Math.max(...facts.map(([name]) => name.length));
  for (const [name, value] of facts) say(`${paint("dim", name.padEnd(width))}  ${printable(value)}`);
}

/** Reads a secret: all of standard input if it is no terminal, otherwise a hidden line. */
export async function readSecret(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  process.stderr.write(prompt);
  // The reader shows what is typed on its output.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.question("", (answer) => resolve(answer.trim()));
      reader.once("SIGINT", () => reject(new CommandProblem("no key was given", "Run `covergate login` again.", 130)));
      reader.once("close", () => resolve(""));
    });
  } finally {
    reader.close();
    process.stderr.write("\n");
  }
}

/** Asks a person on the terminal; false for any answer but yes. Throws if there is no terminal. */
export async function confirm(question: string, withoutTerminal: CommandProblem): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw withoutTerminal;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await new Promise<string>((resolve) => {
      reader.question(`${question} [y/N] `, resolve);
      reader.once("close", () => resolve(""));
    });
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    reader.close();
  }
}
