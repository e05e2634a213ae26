import { z } from "zod";
import { productSubtype, productType } from "#lib/insurance/catalogue/schema.ts";
import { pageAfter, pageLimit, pageStart, rejectTwoStarts } from "#lib/platform/lists/paging.ts";
import { identifierLimit, notBlank, minValue, textLimit, valueLimit } from "#lib/platform/wire/limits.ts";
import { textUpTo, wireInstant } from "#lib/platform/wire/wire.ts";

export const descriptionLimit = 5000;
export const ownDataLimit = 50;
/** In bytes of JSON. */
export const dataBytesLimit = 8192;
export const earliestYear = 1900;

const productData = z
  .looseObject({
    product_subtype: z.string().meta({ description: "A subtype of the product type.", examples: ["electric"] }),
    brand: z.string().meta({ description: "The brand.", examples: ["Moustache"] }),
    model: z.string().meta({ description: "The model.", examples: ["Lundi 27"] }),
  })
  .meta({ id: "ProductData", description: "What the product is; the partner's own properties included." });
export type ProductData = z.infer<typeof productData>;

const productId = z.string().meta({
  id: "ProductId",
  description: "Identifies a product: the identifier that Covergate gave it.",
  examples: ["prod_01JD3W7Q8ZK5T9V0XR2M4N6P8A"],
});

export const product = z
  .object({
    product_id: productId,
    uid: z.string().meta({ description: "Your own identifier of the product.", examples: ["2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21"] }),
    product_type: productType,
    title: z.string().meta({ description: "The title of the product in lists and searches.", examples: ["City bike 42"] }),
    description: z
      .string()
      .optional()
      .meta({ description: "Any other details.", examples: ["Low frame, two panniers."] }),
    data: productData,
    purchased_date: wireInstant.optional().meta({ description: "When it was bought." }),
    value_excl: z
      .number()
      .positive()
      .meta({ description: "The value excluding tax, in euros.", examples: [2400] }),
  })
  .meta({ id: "Product", description: "A product of the catalogue." });
export type WireProduct = z.infer<typeof product>;

const title = textUpTo(textLimit)
  .regex(notBlank)
  .meta({ description: "The title of the product in lists and searches.", examples: ["City bike 42"] });
const description = textUpTo(descriptionLimit).meta({
  description: "Any other details.",
  examples: ["Low frame, two panniers."],
});
const purchase = `When it was bought: a day or an ISO 8601 instant with an offset, from ${earliestYear} on and not in the future.`;
const purchasedDate = z.string().meta({ description: purchase, examples: ["2024-05-31"] });
const value = z
  .number()
  .min(minValue)
  .max(valueLimit)
  .meta({ description: "The value excluding tax, in euros; rounded to cents.", examples: [2400] });
const brand = textUpTo(textLimit)
  .regex(notBlank)
  .meta({ description: "The brand.", examples: ["Moustache"] });
const model = textUpTo(textLimit)
  .regex(notBlank)
  .meta({ description: "The model.", examples: ["Lundi 27"] });
const ownData = `Up to ${ownDataLimit} properties of your own may be added, any JSON, ${dataBytesLimit / 1024} KiB in total.`;

/** The published body of `POST /products`; `rules/changes.ts` checks it, with a code for each error. */
export const createProductBody = z
  .strictObject({
    uid: textUpTo(identifierLimit)
      .regex(notBlank)
      .meta({
        description: `Your own identifier, unique in your environment; it never changes. Send a UUID if you can, since some clients of this API type it as one; any text of up to ${identifierLimit} characters is accepted.`,
        examples: ["2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21"],
      }),
    product_type: productType.meta({ description: "The product type, one that a renter attached to this API key may insure." }),
    title,
    value_excl: value,
    data: z
      .looseObject({
        product_subtype: productSubtype.meta({ description: "A subtype of the product type." }),
        brand,
        model,
      })
      .meta({ id: "AddProductData", description: ownData }),
    description: description.optional(),
    purchased_date: purchasedDate.optional(),
  })
  .meta({ id: "AddProductRequest", description: "A product to add to the catalogue." });

/** The published body of `PATCH /products/{productId}`; `rules/changes.ts` checks it. */
export const changeProductBody = z
  .strictObject({
    title: title.optional(),
    value_excl: value.optional(),
    data: z
      .looseObject({ brand: brand.optional(), model: model.optional() })
      .meta({
        id: "ProductUpdateData",
        description: `The properties that change; null removes a property of your own. ${ownData}`,
      })
      .optional(),
    description: description.nullable().optional().meta({ description: "Null removes it." }),
    purchased_date: purchasedDate
      .nullable()
      .optional()
      .meta({ description: `${purchase} Null removes it.` }),
    product_id: productId.optional().meta({ description: "May be sent as it is; never changes." }),
    uid: z.string().optional().meta({ description: "May be sent as it is; never changes." }),
    product_type: productType.optional().meta({ description: "May be sent as it is; never changes." }),
  })
  .meta({
    id: "ProductUpdate",
    description: "The fields to change; fields left out stay unchanged. Contracts keep the type and the value that they insured.",
  });

/** Answered whole unless a page is requested (rules/products.md#list-1). */
export const listProductsQuery = z
  .object({ after: pageAfter("prod_", "`product_id` of a product").optional(), skip: pageStart.optional(), limit: pageLimit.optional() })
  .check(rejectTwoStarts);
export type ListProductsQuery = z.output<typeof listProductsQuery>;

export const productParams = z.object({ productId: z.string().max(identifierLimit) });
