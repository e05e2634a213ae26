import { redactText } from "#lib/platform/log/redact.ts";

export interface KeptHeader {
  name: string;
  value: string;
}

const maxHeaders = 60;
const maxValueLength = 500;
const maxLength = 8_000;

const secretName = /^(?:key|cookie|set-cookie)$|auth|token|secret|password|signature|api-?key|credential/;
const keyPrefix = /^(?:Bearer )?cg_(?:dev|live)_/;

/** Prepares headers for the call log, a line each: without secrets, and cut (rules/call-log.md#record-2). */
export function keepHeaders(headers: Iterable<readonly [string, string]>): string | null {
  const lines: string[] = [];
  let length = 0;
  for (const [name, value] of headers) {
    const line = `${name}: ${keepValue(name, value)}`;
    length += line.length + 1;
    if (lines.length >= maxHeaders || length > maxLength) break;
    lines.push(line);
  }
  return lines.length === 0 ? null : lines.join("\n");
}

/** Keeps only the prefix of a secret, which says what kind of key it is. */
function keepValue(name: string, value: string): string {
  if (secretName.test(name)) return `${keyPrefix.exec(value)?.[0] ?? ""}[removed]`;
  return redactText(value)
    .replaceAll(/[\r\n]/g, " ")
    .slice(0, maxValueLength);
}

export function readHeaders(input: string | null): KeptHeader[] | null {
  if (input === null) return null;
  return input.split("\n").map((line) => {
    const end = line.indexOf(": ");
    return { name: line.slice(0, end), value: line.slice(end + 2) };
  });
}
