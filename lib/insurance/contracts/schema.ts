import { z } from "zod";
import { contractProductStatuses, contractStatuses } from "#db/schema/enums.ts";
import { contractId, contractOption, contractType, userId } from "#lib/insurance/catalogue/schema.ts";
import { reason } from "#lib/platform/wire/reason.ts";
import { wireInstant } from "#lib/platform/wire/wire.ts";

export const contractProductId = z.string().meta({
  id: "ContractProductId",
  description: "Identifies a product of a contract: a key of the contract's `products`.",
  examples: ["cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8A"],
});

export const contractStatus = z.enum(contractStatuses).meta({
  id: "ContractStatus",
  description:
    "`open` until it ends; `closed` when its period is over, `cancel` when it was ended until 4 hours after its start, `terminated` when later.",
  examples: ["open"],
});

const contractProductStatus = z.enum(contractProductStatuses).meta({
  id: "ContractProductStatus",
  description: "As of a contract; `has_been_replaced` when a change put another entry in its place.",
  examples: ["open"],
});

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });

/** The term decides which fields are required (rules/contracts.md#parties-2, #parties-4). */
export const company = z
  .object({
    company_name: text("The company's name.", "Vélos de la Seine"),
    siren: text("The registration number.", "552100554"),
    first_name: text("The representative's first name.", "Ada"),
    last_name: text("The representative's last name.", "Martin"),
    address: text("Street and number.", "12 rue de la Paix"),
    zipcode: text("The zipcode.", "75002"),
    city: text("The city, in normal form.", "PARIS-2EME-ARRONDISSEMENT"),
    country: text("Two-letter country code.", "FR"),
  })
  .partial()
  .meta({ id: "ContractCompany", description: "The insured company." });
export type Company = z.infer<typeof company>;

export const individual = z
  .object({
    first_name: text("The first name.", "Grace"),
    last_name: text("The last name.", "Hopper"),
    address: text("Street and number.", "1 place Bellecour"),
    zipcode: text("The zipcode.", "69002"),
    city: text("The city, in normal form.", "LYON-2EME-ARRONDISSEMENT"),
    country: text("Two-letter country code.", "FR"),
    phone_number: text("The phone number, as it was sent.", "+33612345678"),
    email: text("The email address.", "grace@example.com"),
  })
  .partial()
  .meta({ id: "ContractIndividual", description: "The insured person." });
export type Individual = z.infer<typeof individual>;

/** Three known properties and up to 20 in all, texts and numbers only. */
export const contractProductData = z
  .object({
    user_name: text("Who uses the item.", "Ada Martin").optional(),
    product_marked: text("The marking or serial number.", "BC-12345").optional(),
    internal_id: text("The partner's own reference.", "fleet-0042").optional(),
  })
  .catchall(z.union([z.string(), z.number()]))
  .meta({ id: "ContractProductData", description: "What identifies the insured item, including the partner's own properties." });
export type ContractProductData = z.infer<typeof contractProductData>;

const contractProduct = z
  .object({
    product_id: z.string().meta({
      description: "The product of the catalogue, even if it was described inline.",
      examples: ["prod_01JD3W7Q8ZK5T9V0XR2M4N6P8A"],
    }),
    start_date: wireInstant.meta({ description: "When its cover starts." }),
    end_date: wireInstant.meta({ description: "When its cover ends." }),
    status: contractProductStatus,
    data: contractProductData,
    price: z
      .number()
      .min(0)
      .meta({ id: "ContractProductPrice", description: "Premium of the product in EUR, taxes included.", examples: [87.08] }),
    replaced_by: contractProductId.optional().meta({ description: "The entry that replaced this one." }),
  })
  .meta({ id: "ContractProduct", description: "A product of a contract." });

/** The contract as it would be, or as it is: only one that exists has a `cid`. */
const contractFields = {
  uid: userId,
  created_date: wireInstant.meta({ description: "When the contract was created." }),
  updated_date: wireInstant.meta({ description: "When it last changed." }),
  start_date: wireInstant.meta({ description: "When cover starts." }),
  end_date: wireInstant.meta({ description: "When cover ends." }),
  status: contractStatus,
  contract_type: contractType,
  company: company.optional(),
  individual: individual.optional(),
  test: z
    .boolean()
    .meta({ id: "ContractTest", description: "True for a test contract, which has no financial effect.", examples: [false] }),
  products: z.record(contractProductId, contractProduct).meta({ description: "What is insured, by contract-product identifier." }),
  options: z.array(contractOption).meta({ description: "What is insured, and how, including options that are added automatically." }),
  price: z
    .number()
    .min(0)
    .meta({ id: "ContractPrice", description: "Premium in EUR, taxes included: the sum of the products.", examples: [87.08] }),
};

export const contract = z
  .object({ cid: contractId, ...contractFields })
  .meta({ id: "Contract", description: "A rental insurance contract." });
export type WireContract = z.infer<typeof contract>;

/** One model rather than a choice of two, in which generated clients would have to look for the `cid`. */
export const createdContract = z
  .object({
    cid: contractId.optional().meta({ description: "Identifies the contract; left out in a preview, which does not exist." }),
    ...contractFields,
  })
  .meta({ id: "CreatedContract", description: "The contract; with `preview` what it would be." });
export type WireCreatedContract = z.infer<typeof createdContract>;

export const contractFindQuery = z.object({ cid: z.string().trim().min(1).max(128) });

export const reopening = z.strictObject({ endDate: z.iso.datetime({ offset: true }), reason });

export const contractParams = z.object({ cid: z.string().max(64) });
