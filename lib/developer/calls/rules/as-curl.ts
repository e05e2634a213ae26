interface MadeCall {
  method: string;
  path: string;
  query: string;
  requestBody: string | null;
}

/** Characters that a terminal acts on, except line breaks and tabs, which a quoted text may contain. */
const controlCharacter = /[^\P{Cc}\n\t]|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const controlCharacters = new RegExp(controlCharacter, "gu");

/** The `curl` command that repeats a call. Hostile bodies are safe in a POSIX shell (rules/call-log.md#record-8). */
export function asCurl({ method, path, query, requestBody }: MadeCall, address: string): string {
  const target = `${address}${path}${query === "" ? "" : `?${query}`}`.replaceAll(controlCharacters, encodeURIComponent);
  const isPiped = requestBody !== null && controlCharacter.test(requestBody);
  const body = requestBody === null ? [] : [isPiped ? "--data-binary @-" : `--data-raw ${quote(requestBody)}`];
  const lines = [
    `curl ${[...methodOf(method, requestBody), ...globbingOf(target), quote(target)].join(" ")}`,
    `-H "key: $COVERGATE_API_KEY"`,
    ...(requestBody === null ? [] : [`-H 'content-type: application/json'`]),
    ...body,
  ];
  const command = lines.join(" \\\n  ");
  return requestBody !== null && isPiped ? `printf '%b' ${quote(escape(requestBody))} | ${command}` : command;
}

/** Single quotes protect everything but themselves. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Escapes for `printf %b`: each byte that a terminal would act on becomes a number. */
function escape(text: string): string {
  return text.replaceAll("\\", String.raw`\\`).replaceAll(controlCharacters, inBytes);
}

function inBytes(character: string): string {
  return Array.from(new TextEncoder().encode(character), (byte) => `\\0${byte.toString(8).padStart(3, "0")}`).join("");
}

/** curl defaults to GET, and to POST with a body. */
function methodOf(method: string, requestBody: string | null): string[] {
  if (method === "HEAD") return ["-I"];
  return method === (requestBody === null ? "GET" : "POST") ? [] : [`-X ${/^[A-Z]+$/.test(method) ? method : quote(method)}`];
}

/** curl would expand brackets and braces. */
function globbingOf(target: string): string[] {
  return /[[\]{}]/.test(target) ? ["--globoff"] : [];
}
