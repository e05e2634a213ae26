import { z } from "zod";

/** The person to erase. E-mail, phone and name must all fit wherever a record has them. */
export const criteria = z
  .strictObject({
    email: z.string().trim().pipe(z.email().max(254)).optional(),
    /** In any spelling; the last nine digits are compared. */
    phone: z
      .string()
      .trim()
      .max(40)
      .refine((phone) => phone.replaceAll(/\D/g, "").length >= 7, "has fewer than 7 digits")
      .optional(),
    name: z
      .string()
      .trim()
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
