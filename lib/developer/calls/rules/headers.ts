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
  let text = "";
  let lines = 0;
  for (const [name, value] of headers) {
    const line = `${name}: ${keepValue(name, value)}`;
    if (lines >= maxHeaders || text.length + line.length >= maxLength) break;
    text += lines === 0 ? line : `\n${line}`;
    lines += 1;
  }
  // No secret goes over the end of a line, so that one search does for all.
  return lines === 0 ? null : redactText(text);
}

/** Keeps only the prefix of a secret, which says what kind of key it is. A secret within another value is removed later. */
function keepValue(name: string, value: string): string {
  if (secretName.test(name)) return `${keyPrefix.exec(value)?.[0] ?? ""}[removed]`;
  // The cut must not go through a secret.
  const kept = value.length > maxValueLength ? redactText(value).slice(0, maxValueLength) : value;
  return kept.replaceAll(/[\r\n]/g, " ");
}

export function readHeaders(input: string | null): KeptHeader[] | null {
  if (input === null) return null;
  return input.split("\n").map((line) => {
    const end = line.indexOf(": ");
    return { name: line.slice(0, end), value: line.slice(end + 2) };
  });
}
