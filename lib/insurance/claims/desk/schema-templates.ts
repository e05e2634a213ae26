import { z } from "zod";
import { reasonUses } from "#db/schema/enums.ts";
import { textLine } from "#lib/platform/text/contacts.ts";

export type ReasonUse = (typeof reasonUses)[number];

export const reasonTemplate = z.strictObject({
  /** The id of an existing template; absent for a new one. */
  id: z.string().min(1).max(128).optional(),
  use: z.enum(reasonUses),
  language: z.enum(["en", "fr"]),
  title: textLine(80),
  text: z.string().trim().min(1).max(500),
});

export type ReasonTemplateInput = z.output<typeof reasonTemplate>;
