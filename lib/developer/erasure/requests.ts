import { z } from "zod";
import { emailAddress, visible } from "#lib/platform/text/contacts.ts";

/** The person to erase. E-mail, phone and name must all fit wherever a record has them. */
export const criteria = z
  .strictObject({
    email: emailAddress.optional(),
    /** In any spelling; the last nine digits are compared. */
    phone: visible
      .max(40)
      .refine((phone) => phone.replaceAll(/\D/g, "").length >= 7, "has fewer than 7 digits")
      .optional(),
    name: visible
      .max(200)
      .refine((name) => /\S\s+\S/.test(name), "needs the first and the last name")
      .optional(),
    contracts: z.array(z.string().min(1).max(64)).default([]),
  })
  .refine(
    ({ email, phone, name, contracts }) => [email, phone, name].some((value) => value !== undefined) || contracts.length > 0,
    "name an e-mail address, a phone number, a name or a contract",
  );
export type Criteria = z.output<typeof criteria>;
