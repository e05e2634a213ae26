import { z } from "zod";
import { printable, visibleText } from "#lib/platform/text/characters.ts";

/** E-mail addresses, telephone numbers and names, as every door reads them (rules/errors.md#requests-13). */
const maxEmailLength = 254;
const domainPart = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
/** That of HTML's `input type=email`, with a dot in the domain. Generators of clients put it into quotes, so it has none itself. */
export const emailPattern = new RegExp(`^[a-zA-Z0-9.!#$%&\\x27*+/=?^_\\x60{|}~-]+@${domainPart}(?:\\.${domainPart})+$`);
/** At least four digits, with the signs that people write between them. */
export const phonePattern = /^\+?(?:[\s()./-]*\d){4,}[\s()./-]*$/;

/** The text is one that `visibleText` returned. */
export function isEmailAddress(text: string): boolean {
  return text.length <= maxEmailLength && emailPattern.test(text);
}

export const visible = z.string().overwrite(visibleText);

export const emailAddress = visible.max(maxEmailLength).regex(emailPattern, "must be an e-mail address");

export const phoneNumber = visible.regex(phonePattern, "must be a phone number");

/** A name or title that people type: one line without control characters, since it becomes part of e-mails, files and headers. */
export const textLine = (longest: number) => visible.min(1).max(longest).regex(printable, "must be one line, without control characters");
