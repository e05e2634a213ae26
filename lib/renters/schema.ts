import { z } from "zod";
import { reason } from "#lib/audit/schema.ts";
import { contractTypes, productTypeNames } from "#lib/catalogue.ts";
import { identifierLimit, notBlank } from "#lib/contracts/requests.ts";
import { environments } from "#lib/partners/schema.ts";
import { keyset } from "#lib/portal-lists.ts";
import { textUpTo } from "#lib/wire.ts";

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

const text = (longest: number) => z.string().trim().min(1).max(longest);

/** What a rental company is registered with. */
const companyForm = z.strictObject({
  company_name: text(120),
  first_name: text(120),
  last_name: text(120),
  email: z.email().max(254),
  phone_number: text(40),
  address: text(200),
  zipcode: text(16),
  city: text(120),
  /** ISO 3166. */
  country: z.string().regex(/^[A-Z]{2}$/),
});

/** Each once, in the order of the catalogue. */
const contractTypeChoice = z.array(z.enum(contractTypes)).transform((chosen) => contractTypes.filter((type) => chosen.includes(type)));
const productTypeChoice = z.array(z.enum(productTypeNames)).transform((chosen) => productTypeNames.filter((type) => chosen.includes(type)));

/** What is known of a renter and what it may insure, as its form has it. */
export const renterForm = z.strictObject({ company: companyForm, contractTypes: contractTypeChoice, productTypes: productTypeChoice });
export type RenterForm = z.output<typeof renterForm>;

export const renterUid = z.string().trim().min(1).max(identifierLimit);

/** What the operator registers a renter with; by default it may use every contract type and product type. */
export const renterRegistration = z.strictObject({
  uid: renterUid,
  company: companyForm,
  contractTypes: contractTypeChoice.default([...contractTypes]),
  productTypes: productTypeChoice.default([...productTypeNames]),
});
export type RenterRegistration = z.input<typeof renterRegistration>;

/** A change of a renter's settings, why, and what they were when the form was opened: what somebody else changed meanwhile is not undone. */
export const renterChange = z.strictObject({
  seen: z.strictObject({ company: renterCompany, contractTypes: z.array(z.string()), productTypes: z.array(z.string()) }).partial(),
  changes: renterForm.partial(),
  reason,
});
export type RenterChange = z.input<typeof renterChange>;

/** A renter in an environment of a partner. */
export const partnerAttachment = z.strictObject({
  partnerId: z.string().min(1).max(128),
  environment: z.enum(environments),
  uid: renterUid,
});
export type PartnerAttachment = z.output<typeof partnerAttachment>;

/** What support takes a renter from, and why. */
export const detachment = partnerAttachment.extend({ reason });

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

const renterId = textUpTo(identifierLimit)
  .regex(notBlank)
  .meta({ description: "The uid of a renter that the operator has registered.", examples: ["renter-lyon"] });

/** The published body of `POST /renters`; `rules/attachment.ts` reads it. */
export const attachRenterBody = z.union([renterId, z.object({ renter_id: renterId })]).meta({ id: "AttachRenterBody" });

/** Where a list of renters goes on: at a uid, which may be long. */
const renterKeyset = keyset.extend({ before: renterUid.optional(), after: renterUid.optional() });

/** What the portal's list of renters asks for. */
export const renterListQuery = renterKeyset.extend({ search: z.string().trim().min(1).max(200).optional() });
export type RenterListQuery = z.output<typeof renterListQuery>;
