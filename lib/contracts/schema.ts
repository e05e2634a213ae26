import { z } from "zod";
import { contractTypes, options } from "#lib/catalogue.ts";
import type { Option } from "#lib/catalogue.ts";
import { wireInstant } from "#lib/wire.ts";

export const contractStatuses = ["open", "closed", "cancel", "terminated"] as const;
export type ContractStatus = (typeof contractStatuses)[number];

export const contractProductStatuses = [...contractStatuses, "has_been_replaced"] as const;
export type ContractProductStatus = (typeof contractProductStatuses)[number];

const optionName = z.enum(options as [Option, ...Option[]]);

/** The insured company (partner-api.md § Contract); which fields are required depends on the term (resolutions.md § 3, Parties). */
export const company = z
  .object({
    company_name: z.string(),
    siren: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    address: z.string(),
    zipcode: z.string(),
    city: z.string(),
    country: z.string(),
  })
  .partial()
  .meta({ id: "Company" });
export type Company = z.infer<typeof company>;

/** The insured person (partner-api.md § Contract). */
export const individual = z
  .object({
    first_name: z.string(),
    last_name: z.string(),
    address: z.string(),
    zipcode: z.string(),
    city: z.string(),
    country: z.string(),
    phone_number: z.string(),
    email: z.string(),
  })
  .partial()
  .meta({ id: "Individual" });
export type Individual = z.infer<typeof individual>;

/** `data` of a product in a contract: three known properties and up to 20 properties in all, texts and numbers only. */
export const contractProductData = z
  .object({ user_name: z.string().optional(), product_marked: z.string().optional(), internal_id: z.string().optional() })
  .catchall(z.union([z.string(), z.number()]))
  .meta({ id: "ContractProductData" });
export type ContractProductData = z.infer<typeof contractProductData>;

/** A product in a contract, as it is answered. */
const contractProduct = z
  .object({
    product_id: z.string(),
    start_date: wireInstant,
    end_date: wireInstant,
    status: z.enum(contractProductStatuses),
    data: contractProductData,
    price: z.number().min(0).meta({ description: "Premium in EUR, taxes included." }),
    replaced_by: z.string().optional().meta({ description: "The entry that took this one's place." }),
  })
  .meta({ id: "ContractProduct" });

/** A contract, as it is answered. */
export const contract = z
  .object({
    cid: z.string().optional().meta({ description: "Absent in the preview of a new contract." }),
    uid: z.string(),
    created_date: wireInstant,
    updated_date: wireInstant,
    start_date: wireInstant,
    end_date: wireInstant,
    status: z.enum(contractStatuses),
    contract_type: z.enum(contractTypes),
    company: company.optional(),
    individual: individual.optional(),
    test: z.boolean(),
    products: z.record(z.string(), contractProduct),
    options: z.array(optionName),
    price: z.number().min(0).meta({ description: "Premium in EUR, taxes included: the sum of the products." }),
  })
  .meta({ id: "Contract" });
export type WireContract = z.infer<typeof contract>;
