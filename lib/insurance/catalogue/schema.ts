import { z } from "zod";
import type { contractProductStatuses, contractStatuses } from "#db/schema/enums.ts";
import { contractTypes, options, productTypeNames, productTypes } from "#lib/insurance/catalogue/catalogue.ts";
import type { Option, ProductSubtype } from "#lib/insurance/catalogue/catalogue.ts";

// Named schemas, so that OpenAPI refers to each from everywhere.

export const productType = z
  .enum(productTypeNames)
  .meta({ id: "ProductType", description: "What kind of product it is.", examples: ["bike"] });

const subtypes = Object.values(productTypes).flat() as [ProductSubtype, ...ProductSubtype[]];
const subtypesByType = Object.entries(productTypes).map(([type, names]) => `\`${type}\`: ${names.join(", ")}.`);

export const productSubtype = z.enum([...new Set(subtypes)] as [ProductSubtype, ...ProductSubtype[]]).meta({
  id: "ProductSubtype",
  description: `What it is within its product type. ${subtypesByType.join(" ")}`,
  examples: ["electric"],
});

export const contractType = z.enum(contractTypes).meta({
  id: "ContractType",
  description: "`LCD` up to 31 days, `LMD` 1 to 12 months, `LLD` 12 to 60 months.",
  examples: ["LMD"],
});

export const contractOption = z.enum(options as [Option, ...Option[]]).meta({
  id: "ContractOption",
  description: "What is insured, and how.",
  examples: ["break"],
});

export type ContractStatus = (typeof contractStatuses)[number];

export type ContractProductStatus = (typeof contractProductStatuses)[number];

export const contractId = z.string().meta({
  id: "ContractId",
  description: "The contract's identifier.",
  examples: ["01JD3W7Q8ZK5T9V0XR2M4N6P8A"],
});

export const userId = z.string().meta({
  id: "UserId",
  description: "Identifies a renter: the `uid` under which the operator has registered it.",
  examples: ["renter-lyon"],
});
