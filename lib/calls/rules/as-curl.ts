/** A call as it was made, as far as the log knows it. */
interface MadeCall {
  method: string;
  path: string;
  /** Without its question mark. */
  query: string;
  requestBody: string | null;
}

/** What a terminal would act on rather than show, apart from the line breaks and tabs that a quoted text may hold. */
const actedOn = /[^\P{Cc}\n\t]|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const eachActedOn = new RegExp(actedOn, "gu");

/**
 * The `curl` command that makes a call again at `address`; the key is read from $API_KEY. Whatever the call held, a POSIX shell takes
 * it for text: hostile bodies are logged as faithfully as others (portal.md § Partner side, Calls).
 */
export function asCurl({ method, path, query, requestBody }: MadeCall, address: string): string {
  const target = `${address}${path}${query === "" ? "" : `?${query}`}`.replaceAll(eachActedOn, encodeURIComponent);
  const isPiped = requestBody !== null && actedOn.test(requestBody);
  const body = requestBody === null ? [] : [isPiped ? "--data-binary @-" : `--data-raw ${quote(requestBody)}`];
  const lines = [
    `curl ${[...methodOf(method, requestBody), ...globbingOf(target), quote(target)].join(" ")}`,
    `-H "key: $API_KEY"`,
    ...(requestBody === null ? [] : [`-H 'content-type: application/json'`]),
    ...body,
  ];
  const command = lines.join(" \\\n  ");
  return requestBody !== null && isPiped ? `printf '%b' ${quote(escape(requestBody))} | ${command}` : command;
}

/** Nothing in it means anything to the shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** As `printf %b` reads it: each byte of what a terminal would act on as a number. */
function escape(text: string): string {
  return text.replaceAll("\\", String.raw`\\`).replaceAll(eachActedOn, inBytes);
}

function inBytes(character: string): string {
  return Array.from(new TextEncoder().encode(character), (byte) => `\\0${byte.toString(8).padStart(3, "0")}`).join("");
}

/** curl sends GET by itself, and POST where there is a body. */
function methodOf(method: string, requestBody: string | null): string[] {
  if (method === "HEAD") return ["-I"];
  return method === (requestBody === null ? "GET" : "POST") ? [] : [`-X ${/^[A-Z]+$/.test(method) ? method : quote(method)}`];
}

/** curl would take brackets and braces for patterns. */
function globbingOf(target: string): string[] {
  return /[[\]{}]/.test(target) ? ["--globoff"] : [];
}
