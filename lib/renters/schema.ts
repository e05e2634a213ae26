import { z } from "zod";
import { contractTypes, productTypeNames } from "#lib/catalogue.ts";
import { identifierLimit } from "#lib/contracts/requests.ts";
import { keyset } from "#lib/portal-lists.ts";

/** The rental company behind a renter, as `GET /renters/{id}` shows it (resolutions.md § 6). */
export const renterCompany = z.object({
  company_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  address: z.string(),
  zipcode: z.string(),
  city: z.string(),
  country: z.string(),
});
export type RenterCompany = z.infer<typeof renterCompany>;

/** What the operator registers a renter with; by default it may use every contract type and product type. */
export const renterRegistration = z.strictObject({
  uid: z.string().trim().min(1).max(identifierLimit),
  company: renterCompany,
  contractTypes: z.array(z.enum(contractTypes)).default([...contractTypes]),
  productTypes: z.array(z.enum(productTypeNames)).default(productTypeNames),
});
export type RenterRegistration = z.input<typeof renterRegistration>;

const translations = z.object({ en: z.string(), fr: z.string() }).meta({ id: "Translations" });

/** A renter and what it may insure, as `GET /renters/{id}` answers it (resolutions.md § 6). */
export const renter = z
  .object({
    uid: z.string(),
    company: renterCompany.meta({ id: "RenterCompany" }),
    options: z.object({
      LCD: z.boolean().meta({ description: "Whether the renter may use this contract type." }),
      LMD: z.boolean().meta({ description: "Whether the renter may use this contract type." }),
      LLD: z.boolean().meta({ description: "Whether the renter may use this contract type." }),
      products: z
        .array(
          z.object({
            type: z.enum(productTypeNames),
            translations,
            subtypes: z.array(z.object({ type: z.string(), translations })),
          }),
        )
        .meta({ description: "The product types that the renter may insure, with their subtypes." }),
    }),
  })
  .meta({ id: "Renter" });
export type WireRenter = z.infer<typeof renter>;

const renterId = z
  .string()
  .min(1)
  .max(identifierLimit)
  .meta({ description: "The uid of a renter that the operator has registered.", examples: ["renter-lyon"] });

/** The published body of `POST /renters`; `rules/attachment.ts` reads it. */
export const attachRenterBody = z.union([renterId, z.object({ renter_id: renterId })]).meta({ id: "AttachRenterBody" });

/** What the portal's list of renters asks for. */
export const renterListQuery = keyset.extend({ search: z.string().trim().min(1).max(200).optional() });
export type RenterListQuery = z.output<typeof renterListQuery>;
