import { z } from "zod";
import { emailAddress, phoneNumber, visible } from "#lib/platform/text/contacts.ts";

const blank = visible.pipe(z.literal(""));

/** Whom the insured of a partner can ask, in messages and on the page of a claim link; empty texts for what is not given. */
export const insuredContact = z.strictObject({
  /** Such as "Customer service of Vélos de la Seine". */
  name: visible.max(120),
  email: z.union([blank, emailAddress]),
  phone: z.union([blank, phoneNumber.max(40)]),
  /** The partner's notice of data protection. */
  privacyUrl: z.union([z.literal(""), z.url({ protocol: /^https$/ })]),
});
export type InsuredContact = z.output<typeof insuredContact>;

export const noContact: InsuredContact = { name: "", email: "", phone: "", privacyUrl: "" };

export const insuredSettings = z.strictObject({ notifiesInsured: z.boolean(), contact: insuredContact });
export type InsuredSettings = z.output<typeof insuredSettings>;

/** Names a contact with all that is known to reach it, such as `Vélos (help@velos.example, 01 23 45 67 89)`. */
export function reachOf({ name, email, phone }: InsuredContact, brandName: string): string {
  const ways = [email, phone].filter((way) => way !== "");
  const who = name === "" ? brandName : name;
  return ways.length === 0 ? who : `${who} (${ways.join(", ")})`;
}
