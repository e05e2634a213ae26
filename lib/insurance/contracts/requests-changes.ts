import { z } from "zod";
import { companyChange, individualChange, ownPropertiesLimit, productsInput } from "#lib/insurance/contracts/requests.ts";
import { contractProductId } from "#lib/insurance/contracts/schema.ts";
import { notBlank, textLimit } from "#lib/platform/wire/limits.ts";
import { sentInstant, textUpTo } from "#lib/platform/wire/wire.ts";

const text = (description: string, example: string) =>
  textUpTo(textLimit)
    .regex(notBlank)
    .meta({ description, examples: [example] });

const reason = textUpTo(textLimit).meta({
  id: "TerminateContractReason",
  description: "Why the cover ends. Kept with the contract.",
  examples: ["The customer bought the bike."],
});

const productChange = z
  .looseObject({
    product_marked: text("The marking or serial number.", "BC-12345").optional(),
    user_name: text("Who uses the item. With the option `sharing` it is always `Partagé` for a bike.", "Ada Martin").optional(),
    internal_id: text("Your own reference.", "fleet-0042").optional(),
    start_date: sentInstant(
      "Until 4 hours after the product's start, with the feature `product_dates`: when its cover starts, within the contract.",
      "2027-02-01T09:00:00Z",
    ).optional(),
    end_date: sentInstant(
      "Until 4 hours after the product's start, with the feature `product_dates`: when its cover ends, within the contract.",
      "2027-04-01T09:00:00Z",
    ).optional(),
  })
  .meta({
    id: "ContractProductDataUpdate",
    description: `Fields left out stay unchanged. Any other text or number is kept in the product's \`data\`, up to ${ownPropertiesLimit} of your own.`,
  });

/** The published body of `PATCH /contracts/{contractId}`; `rules/amend.ts` checks it. */
export const patchContractBody = z
  .strictObject({
    start_date: sentInstant(
      "Until 4 hours after the start: when cover starts, at most 30 minutes in the past. Products that start with the contract move with it.",
      "2027-02-01T09:00:00Z",
    ).optional(),
    end_date: sentInstant(
      "Until 4 hours after the start: when cover ends. Products that end with the contract move with it.",
      "2027-05-31T09:00:00Z",
    ).optional(),
    company: companyChange.optional(),
    individual: individualChange.optional(),
    products: z.record(contractProductId, productChange).optional().meta({
      description:
        "The products that change, by their keys. Each gets a new entry with a new key; the old one becomes `has_been_replaced` and names it in `replaced_by`.",
    }),
  })
  .meta({
    id: "UpdateContractRequest",
    description:
      "The fields to change; fields left out stay unchanged, so that an empty object changes nothing. The options of a contract never change. Other fields of a contract that was just read may be sent back as they are.",
    examples: [
      { products: { cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8A: { user_name: "Grace Hopper", internal_id: "fleet-0043" } } },
      { end_date: "2027-05-31T09:00:00Z" },
    ],
  });
export type PatchContractBody = z.infer<typeof patchContractBody>;

export const endContractBody = z
  .strictObject({
    reason: reason.optional().meta({ description: "Why the cover ends. Required from 4 hours after the start." }),
    end_date: sentInstant(
      "When the contract is to end, within its period: now when left out. Until then it stays open, on that day it becomes `terminated`. Ignored until 4 hours after the start.",
      "2027-03-31T09:00:00Z",
    ).optional(),
  })
  .meta({
    id: "TerminateContractRequest",
    description:
      "Until 4 hours after its start the contract is cancelled and costs nothing, and the body may be left out; later it is terminated.",
    examples: [{ reason: "The customer bought the bike." }, { reason: "The customer moves abroad.", end_date: "2027-03-31T09:00:00Z" }],
  });

export const removeProductsBody = z
  .strictObject({
    reason: reason.regex(notBlank),
    products: z.array(contractProductId).min(1).meta({ description: "The open products to remove, by their keys." }),
    end_date: sentInstant(
      "When their cover is to end, within the contract: now when left out. Until then they stay open, on that day they become `terminated`. Ignored for a product until 4 hours after its start.",
      "2027-03-31T09:00:00Z",
    ).optional(),
  })
  .meta({
    id: "TerminateProductRequest",
    description:
      "Until 4 hours after its start a product is cancelled and costs nothing; later it is terminated. A contract that is left without products ends with the last of them.",
    examples: [{ reason: "The customer returned one bike.", products: ["cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8A"] }],
  });

export const addProductsBody = z
  .strictObject({
    start_date: sentInstant("When their cover starts: within the contract, at most 30 minutes in the past.", "2027-02-15T09:00:00Z"),
    end_date: sentInstant(
      "When their cover ends, within the contract: with the contract when left out.",
      "2027-04-01T09:00:00Z",
    ).optional(),
    products: productsInput,
  })
  .meta({
    id: "AddContractProductsRequest",
    description: "Products to add to a contract.",
    examples: [
      {
        start_date: "2027-02-15T09:00:00Z",
        products: [{ product_id: "prod_01JD3W7Q8ZK5T9V0XR2M4N6P8A", data: { product_marked: "BC-12346", user_name: "Ada Martin" } }],
      },
    ],
  });
