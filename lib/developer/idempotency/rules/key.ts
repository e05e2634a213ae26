import { ApiError } from "#lib/platform/errors/catalogue.ts";

const maxLength = 255;
const visible = /^[\x21-\x7E]+$/;
const quoted = /^"((?:[\x21\x23-\x5B\x5D-\x7E]|\\["\\])*)"$/;

/**
 * 1 to 255 visible ASCII characters, plain or as a quoted string of the IETF draft; 400 for anything else (rules/idempotency.md#keys-1).
 */
export function readIdempotencyKey(header: string): string {
  const key = header.startsWith('"') ? quoted.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, "$1") : header;
  if (key !== undefined && key.length <= maxLength && visible.test(key)) return key;
  throw new ApiError(
    "MALFORMED_REQUEST",
    `the header Idempotency-Key must be 1 to ${maxLength} visible ASCII characters, such as a UUID, with or without quotes around them`,
  );
}
