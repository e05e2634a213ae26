import { z } from "zod";
import { printable } from "#lib/platform/text/characters.ts";

/** A name or title that people type: one line without control characters, since it becomes part of e-mails, files and headers. */
export const textLine = (longest: number) =>
  z.string().trim().min(1).max(longest).regex(printable, "must be one line, without control characters");
