import { z } from "zod";
import { contractOption, contractType, productSubtype, productType, userId } from "#lib/insurance/catalogue/schema.ts";
import { contractStatus } from "#lib/insurance/contracts/schema.ts";
import { pageAfter, paging, rejectTwoStarts } from "#lib/platform/lists/paging.ts";
import { identifierLimit, minValue, notBlank, textLimit, valueLimit } from "#lib/platform/wire/limits.ts";
import { queryBoolean, queryInstant, sentInstant, textUpTo } from "#lib/platform/wire/wire.ts";

export const productsLimit = 1000;
export const entriesLimit = 10_000;
/** Properties that a partner may add to a product's data (rules/contracts.md#products-8). */
export const ownPropertiesLimit = 20;

/** rules/contracts.md#parties-5 */
export const partyCountries = ["FR", "BE", "IT", "RE"] as const;
export type PartyCountry = (typeof partyCountries)[number];

const text = (description: string, example: string) =>
  textUpTo(textLimit)
    .optional()
    .meta({ description, examples: [example] });
const identifier = textUpTo(identifierLimit).regex(notBlank);
const name = textUpTo(textLimit).regex(notBlank);

const zipcode = text("Required from LMD of 6 months on. For FR, RE and IT it must exist.", "75002");
const city = text(
  "Required from LMD of 6 months on. For FR, RE and IT one of the zipcode's cities; stored in normal form.",
  "PARIS-2EME-ARRONDISSEMENT",
);
const country = text(`Two letters. Required from LMD of 6 months on: one of ${partyCountries.join(", ")}.`, "FR");

const companyFields = {
  company_name: text("Required.", "Vélos de la Seine"),
  first_name: text("Required: the representative's first name.", "Ada"),
  last_name: text("Required: the representative's last name.", "Martin"),
  address: text("Required from LMD of 6 months on.", "12 rue de la Paix"),
  zipcode,
  city,
  country,
  siren: text("Required for LLD: the registration number, 9 digits for FR and RE, 11 for IT, 10 for BE.", "552100554"),
};

const individualFields = {
  first_name: text("Required from LMD of 6 months on.", "Ada"),
  last_name: text("Required from LMD of 6 months on.", "Martin"),
  address: text("Required from LMD of 6 months on.", "12 rue de la Paix"),
  zipcode,
  city,
  phone_number: text("Required from LMD of 6 months on.", "+33612345678"),
  country,
  email: text("May be left out.", "ada@example.com"),
};

const newCompany = z.strictObject(companyFields).meta({
  id: "CreateContractCompany",
  description: "The insured company. Goes with the option `company`; in a preview it may be missing or incomplete.",
});

const newIndividual = z.strictObject(individualFields).meta({
  id: "CreateContractIndividual",
  description: "The insured person. Goes with the option `individual`; in a preview it may be missing or incomplete.",
});

const correctable = "Until the start, and for an LLD within 2 hours of its closing";

export const companyChange = z.strictObject(companyFields).meta({
  id: "ContractCompanyUpdate",
  description: `${correctable}: the fields of the insured company that change. Fields left out stay unchanged.`,
});

export const individualChange = z.strictObject(individualFields).meta({
  id: "ContractIndividualUpdate",
  description: `${correctable}: the fields of the insured person that change. Fields left out stay unchanged.`,
});

const newProductData = z
  .looseObject({
    product_marked: text("Required: the marking or serial number.", "BC-12345"),
    user_name: text(
      "Required for LMD and LLD: who uses the item. With the option `sharing` it is always `Partagé` for a bike.",
      "Ada Martin",
    ),
    internal_id: text("Your own reference.", "fleet-0042"),
  })
  .meta({
    id: "CreateContractProductData",
    description: `Required unless in a preview. Up to ${ownPropertiesLimit} properties of your own may be added, texts and numbers only.`,
  });

const productFromCatalog = z
  .strictObject({
    product_id: identifier.meta({
      description: "The `product_id` or `uid` of a product that `GET /products` lists.",
      examples: ["prod_01JD3W7Q8ZK5T9V0XR2M4N6P8A"],
    }),
    data: newProductData.optional(),
  })
  .meta({ id: "ProductFromCatalog", description: "A product of the catalogue to insure." });

/** A product described in the body; it gets a hidden catalogue entry. */
const productDefinedInBody = z
  .strictObject({
    product_type: productType,
    product_subtype: productSubtype.optional().meta({ description: "A subtype of the product type. Required unless in a preview." }),
    value_excl: z
      .number()
      .min(minValue)
      .max(valueLimit)
      .meta({ id: "ProductValueExcl", description: "The value excluding tax, in euros.", examples: [2400] }),
    brand: name
      .meta({ id: "ProductBrand", description: "The brand.", examples: ["Moustache"] })
      .optional()
      .meta({ description: "The brand. Required unless in a preview." }),
    model: name
      .meta({ id: "ProductModel", description: "The model.", examples: ["Lundi 27"] })
      .optional()
      .meta({ description: "The model. Required unless in a preview." }),
    data: newProductData.optional(),
  })
  .meta({
    id: "ProductDefinedInBody",
    description: "A product to insure that is not in the catalogue. A preview needs `product_type` and `value_excl` alone.",
  });

export const productsInput = z
  .array(
    z.union([productFromCatalog, productDefinedInBody]).meta({
      id: "ProductToInsure",
      description: "A product of the catalogue, or one described inline.",
      // From an `anyOf`, openapi-generator makes one model that requires the fields of all choices.
      override({ jsonSchema }) {
        jsonSchema.oneOf = jsonSchema.anyOf ?? [];
        delete jsonSchema.anyOf;
      },
    }),
  )
  .min(1)
  .max(productsLimit)
  .meta({ description: "What is insured: products of the catalogue, products described inline, or both." });

/** The published body of `POST /contracts`; `rules/creation.ts` checks it, and also accepts null for optional fields. */
export const createContractBody = z
  .strictObject({
    uid: userId.meta({ description: "The renter, one that is attached to this API key." }),
    contract_type: contractType,
    start_date: sentInstant("When cover starts: now when left out, at most 30 minutes in the past.", "2027-01-31T09:00:00Z").optional(),
    end_date: sentInstant("When cover ends.", "2027-04-30T09:00:00Z"),
    options: z
      .array(contractOption)
      .min(1)
      .meta({
        description: "What is insured and how. `break` and `theft` are always needed; the rest depends on the term and the products.",
        examples: [["break", "theft"]],
      }),
    products: productsInput,
    company: newCompany.optional(),
    individual: newIndividual.optional(),
    automatic_renewal: z
      .boolean()
      .optional()
      .meta({ description: "True creates the automatic renewal with the contract (LMD and LLD).", examples: [false] }),
    test: z
      .boolean()
      .optional()
      .meta({ description: "True marks a test contract. With a development key every contract is one.", examples: [false] }),
  })
  .meta({ id: "CreateContractRequest", description: "A contract to create, or with `preview` to price." });

export const previewQuery = z.object({
  preview: queryBoolean
    .default(false)
    .meta({ description: "True returns the contract as it would be, with its price, and changes nothing." }),
});

/** The query of `GET /contracts` (rules/contracts.md#read-4). */
export const listContractsQuery = z
  .object({
    // Required, but checked by the verb, because its absence has a code of its own (rules/errors.md#codes-1).
    uid: userId
      .optional()
      .meta({ description: "The renter, one that is attached to this API key.", pattern: notBlank.source, param: { required: true } }),
    test: queryBoolean.optional().meta({ description: "True for test contracts only, false for the others; both when left out." }),
    status: contractStatus.optional().meta({ description: "Only contracts with this status." }),
    product_marked: text("Only contracts with exactly this `product_marked` in a product.", "BC-12345"),
    internal_id: text("Only contracts with exactly this `internal_id` in a product.", "fleet-0042"),
    created_after: queryInstant
      .meta({
        format: "date-time",
        description: "Only contracts that were created after this instant.",
        examples: ["2027-01-10T08:00:00Z"],
      })
      .optional(),
    after: pageAfter("", "cid of a contract").optional(),
    ...paging.shape,
  })
  .check(rejectTwoStarts);
