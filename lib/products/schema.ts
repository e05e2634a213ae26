import { z } from "zod";
import { productTypeNames, productTypes } from "#lib/catalogue.ts";
import type { ProductSubtype } from "#lib/catalogue.ts";
import { identifierLimit, notBlank, smallestValue, textLimit, valueLimit } from "#lib/contracts/requests.ts";
import { textUpTo, wireInstant } from "#lib/wire.ts";

/** The longest description that is accepted, in characters. */
export const descriptionLimit = 5000;
/** How many properties of its own a partner may add to `data`. */
export const ownDataLimit = 50;
/** The largest `data` that is accepted, in bytes of its JSON. */
export const dataBytesLimit = 8192;
/** The first year in which a product that is rented out today can have been bought. */
export const earliestYear = 1900;

const subtypes = Object.values(productTypes).flat() as [ProductSubtype, ...ProductSubtype[]];

/** `data` of a catalogue product: the three known properties and the partner's own. */
export const productData = z
  .looseObject({
    product_subtype: z.string(),
    brand: z.string(),
    model: z.string(),
  })
  .meta({ id: "ProductData" });
export type ProductData = z.infer<typeof productData>;

/** A product of the catalogue, as it is answered (partner-api.md § Product (catalogue)). */
export const product = z
  .object({
    product_id: z
      .string()
      .meta({ description: "The identifier that Covergate gave the product.", examples: ["prod_01JD3W7Q8ZK5T9V0XR2M4N6P8A"] }),
    uid: z.string().meta({ description: "Your own identifier of the product.", examples: ["bike-0042"] }),
    product_type: z.enum(productTypeNames),
    title: z.string(),
    description: z.string().optional(),
    data: productData,
    purchased_date: wireInstant.optional(),
    value_excl: z.number().positive().meta({ description: "The value excluding tax, in euros." }),
  })
  .meta({ id: "Product" });
export type WireProduct = z.infer<typeof product>;

const title = textUpTo(textLimit)
  .regex(notBlank)
  .meta({ description: "The title under which people find the product.", examples: ["City bike 42"] });
const description = textUpTo(descriptionLimit).meta({
  description: "Whatever else there is to say of it.",
  examples: ["Low frame, two panniers."],
});
const purchase = `When it was bought: a day or an ISO 8601 instant with an offset, from ${earliestYear} on and not in the future.`;
const purchasedDate = z.string().meta({ description: purchase, examples: ["2024-05-31"] });
const value = z
  .number()
  .min(smallestValue)
  .max(valueLimit)
  .meta({ description: "The value excluding tax, in euros; rounded to cents.", examples: [2400] });
const brand = textUpTo(textLimit)
  .regex(notBlank)
  .meta({ description: "The brand.", examples: ["Moustache"] });
const model = textUpTo(textLimit)
  .regex(notBlank)
  .meta({ description: "The model.", examples: ["Lundi 27"] });
const ownData = `Up to ${ownDataLimit} properties of your own may be added, any JSON, ${dataBytesLimit / 1024} KiB in all.`;

/** The published body of `POST /products` (partner-api.md § Products); `rules/creation.ts` checks it, each fault with its own code. */
export const createProductBody = z
  .object({
    uid: textUpTo(identifierLimit)
      .regex(notBlank)
      .meta({
        description: "Your own identifier, a UUID if you can; unique in your environment, and never changes.",
        examples: ["bike-0042"],
      }),
    product_type: z
      .enum(productTypeNames)
      .meta({ description: "The product type, one that a renter attached to this API key may insure.", examples: ["bike"] }),
    title,
    value_excl: value,
    data: z
      .looseObject({
        product_subtype: z.enum(subtypes).meta({ description: "A subtype of the product type.", examples: ["electric"] }),
        brand,
        model,
      })
      .meta({ id: "ProductDataInput", description: ownData }),
    description: description.nullish(),
    purchased_date: purchasedDate.nullish(),
  })
  .meta({ id: "CreateProductBody" });

/** The published body of `PATCH /products/{productId}` (partner-api.md § Products); `rules/change.ts` checks it. */
export const changeProductBody = z
  .strictObject({
    title: title.optional(),
    value_excl: value.optional(),
    data: z
      .looseObject({ brand: brand.optional(), model: model.optional() })
      .optional()
      .meta({ description: `The properties that change; a property of your own is taken away with null. ${ownData}` }),
    description: description.nullable().optional().meta({ description: "Null takes it away." }),
    purchased_date: purchasedDate
      .nullable()
      .optional()
      .meta({ description: `${purchase} Null takes it away.` }),
    product_id: z.string().optional().meta({ description: "May be sent as it is; never changes." }),
    uid: z.string().optional().meta({ description: "May be sent as it is; never changes." }),
    product_type: z.enum(productTypeNames).optional().meta({ description: "May be sent as it is; never changes." }),
  })
  .meta({
    id: "ChangeProductBody",
    description: "What changes; what is left out stays. Contracts keep the type and the value that they insured.",
  });
