import { z } from "zod";
import { brandColor } from "#lib/account/worlds/brand.ts";
import { contractTypes, productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractType, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { productSubtype, productType, userId } from "#lib/insurance/catalogue/schema.ts";
import { renterFilters } from "#lib/insurance/renters/list-filters.ts";
import { timeZones } from "#lib/insurance/renters/rules/time-zone.ts";
import { environments } from "#lib/platform/environments.ts";
import { cursorIn, listQuery } from "#lib/platform/lists/portal-lists.ts";
import { emailAddress, phoneNumber, textLine, visible } from "#lib/platform/text/contacts.ts";
import { identifierLimit, notBlank } from "#lib/platform/wire/limits.ts";
import { reason } from "#lib/platform/wire/reason.ts";
import { textUpTo } from "#lib/platform/wire/wire.ts";

export const renterCompany = z.object({
  company_name: z.string().meta({ description: "The company's name.", examples: ["Vélos de la Seine"] }),
  first_name: z.string().meta({ description: "The representative's first name.", examples: ["Ada"] }),
  last_name: z.string().meta({ description: "The representative's last name.", examples: ["Martin"] }),
  email: z.string().meta({ description: "The email address.", examples: ["ada@example.com"] }),
  phone_number: z.string().meta({ description: "The phone number.", examples: ["+33612345678"] }),
  address: z.string().meta({ description: "Street and number.", examples: ["12 rue de la Paix"] }),
  zipcode: z.string().meta({ description: "The zipcode.", examples: ["75002"] }),
  city: z.string().meta({ description: "The city.", examples: ["PARIS-2EME-ARRONDISSEMENT"] }),
  country: z.string().meta({ description: "Two-letter country code.", examples: ["FR"] }),
});
export type RenterCompany = z.infer<typeof renterCompany>;

const text = (longest: number) => visible.min(1).max(longest);

const hasWholeNumber = (phone: string) => /^\d{8,15}$/.test(phone.replaceAll(/\D/g, ""));

const companyForm = z.strictObject({
  company_name: textLine(120),
  first_name: textLine(120),
  last_name: textLine(120),
  email: emailAddress,
  phone_number: phoneNumber.max(40).refine(hasWholeNumber, "must have 8 to 15 digits"),
  address: text(200),
  zipcode: text(16),
  city: text(120),
  /** ISO 3166. */
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/),
});

/** Each once, in the order of the catalogue. */
const contractTypeChoice = z.array(z.enum(contractTypes)).transform((chosen) => contractTypes.filter((type) => chosen.includes(type)));
const productTypeChoice = z.array(z.enum(productTypeNames)).transform((chosen) => productTypeNames.filter((type) => chosen.includes(type)));

const timeZone = z.enum(timeZones);

export const renterForm = z.strictObject({
  company: companyForm,
  contractTypes: contractTypeChoice,
  productTypes: productTypeChoice,
  option: z.boolean(),
  inclusion: z.boolean(),
  timeZone,
  brandColor,
});
export type RenterForm = z.output<typeof renterForm>;

export const renterUid = z.string().trim().min(1).max(identifierLimit);

/** By default every contract type and product type. */
export const renterRegistration = z.strictObject({
  uid: renterUid,
  company: companyForm,
  contractTypes: contractTypeChoice.default([...contractTypes]),
  productTypes: productTypeChoice.default([...productTypeNames]),
  option: z.boolean().default(true),
  inclusion: z.boolean().default(false),
  /** By default that of the address. */
  timeZone: timeZone.optional(),
  brandColor: brandColor.default(""),
  partnerIds: z.array(z.string().min(1).max(128)).max(1000).default([]),
});
export type RenterRegistration = z.input<typeof renterRegistration>;

/** `seen` are the settings when the form was opened, so that changes by others meanwhile are not undone. */
export const renterChange = z.strictObject({
  seen: z
    .strictObject({
      company: renterCompany,
      contractTypes: z.array(z.string()),
      productTypes: z.array(z.string()),
      option: z.boolean(),
      inclusion: z.boolean(),
      timeZone: z.string(),
      brandColor: z.string(),
    })
    .partial(),
  changes: renterForm.partial(),
  reason,
});
export type RenterChange = z.input<typeof renterChange>;

const partnerAttachment = z.strictObject({
  partnerId: z.string().min(1).max(128),
  environment: z.enum(environments),
  uid: renterUid,
});
export type PartnerAttachment = z.output<typeof partnerAttachment>;

const partnerOpening = partnerAttachment.omit({ environment: true });
export type PartnerOpening = z.output<typeof partnerOpening>;

/** Without an environment, the partner attaches the renter itself. */
export const renterGrant = partnerAttachment.partial({ environment: true });
export type RenterGrant = z.output<typeof renterGrant>;

export const detachment = partnerAttachment.extend({ reason });

const translations = z
  .object({ en: z.string().meta({ description: "In English." }), fr: z.string().meta({ description: "In French." }) })
  .meta({ id: "Translations", description: "Its common name.", examples: [{ en: "Bikes", fr: "Vélos" }] });

const mayUse = (type: string) => z.boolean().meta({ description: `Whether the renter may use ${type}.` });

const insurableSubtype = z
  .object({ type: productSubtype, translations })
  .meta({ id: "RenterProductSubtype", description: "A subtype that the renter may insure." });

const insurableTypeFields = {
  type: productType,
  translations,
  subtypes: z.array(insurableSubtype).meta({ description: "Its subtypes." }),
};
const insurableTypeByName = z
  .object(insurableTypeFields)
  .meta({ id: "RenterProductTypeDetails", description: "A product type that the renter may insure, under its name." })
  .optional()
  .meta({ description: "The same fields under the name of the product type; left out for the other types." });

/** Partners' programs read either form: an object whose key is the type, or the type as a field. */
const insurableType = z
  .object({
    ...(Object.fromEntries(productTypeNames.map((name) => [name, insurableTypeByName])) as Record<ProductType, typeof insurableTypeByName>),
    ...insurableTypeFields,
  })
  .meta({ id: "RenterProductType", description: "A product type that the renter may insure." });

const renterOptions = z
  .object({
    LCD: mayUse("LCD"),
    LMD: mayUse("LMD"),
    LLD: mayUse("LLD"),
    option: z.boolean().meta({ description: "Whether the renter sells cover as an option that its customers choose." }),
    inclusion: z.boolean().meta({ description: "Whether cover is included in the rent." }),
    products: z.array(insurableType).meta({ description: "The product types that the renter may insure, with their subtypes." }),
  })
  .meta({ id: "RenterOptions", description: "What the renter may insure, and how it sells cover." });

export const renter = z
  .object({
    uid: userId,
    company: renterCompany.meta({ id: "RenterCompany", description: "The rental company." }),
    options: renterOptions,
  })
  .meta({ id: "Renter", description: "A rental company, and what it may insure." });
export type WireRenter = z.infer<typeof renter>;

const renterId = textUpTo(identifierLimit)
  .regex(notBlank)
  .meta({ description: "The uid of a renter that the operator has made available to you.", examples: ["renter-lyon"] });

/** The published body of `POST /renters`; `rules/attachment.ts` reads it, and a bare uid. */
export const attachRenterBody = z
  .strictObject({ renter_id: renterId })
  .meta({ id: "AddRenterRequest", description: "The renter to attach. Just the uid, as a JSON string, is accepted as well." });

/** Pages go on at a uid, which may be longer than other cursors. */
export const renterListQuery = listQuery(renterFilters).extend({ before: cursorIn(renterUid), after: cursorIn(renterUid) });
export type RenterListQuery = z.output<typeof renterListQuery>;

/** `partnerId`: whose attachments are told of. */
export const registeredRenterQuery = renterListQuery.extend({ partnerId: z.string().min(1).max(128).optional() });
export type RegisteredRenterQuery = z.output<typeof registeredRenterQuery>;

export const renterParams = z.object({ uid: z.string().max(identifierLimit) });

/** The properties of a renter that a contract needs. */
export interface RenterFacts {
  contractTypes: readonly ContractType[];
  productTypes: readonly ProductType[];
  timeZone: string;
}
