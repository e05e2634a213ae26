import { z } from "zod";
import { changeProductBody, createProductBody, listProductsQuery, product } from "#lib/insurance/products/schema.ts";
import { endpoint } from "#lib/platform/wire/endpoint.ts";

const side = "product";
const tag = "Products";
const params = z.object({
  productId: z.string().meta({
    description: "The `product_id`, or your own `uid`; if both match, the `product_id` wins.",
    examples: ["2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21"],
  }),
});
const success = { status: 200, resource: "product", data: product } as const;

const fieldErrors = [
  "CATALOGUE_VALUE_NOT_POSITIVE",
  "PRODUCT_VALUE_TOO_HIGH",
  "CATALOGUE_DATA_MISSING",
  "CATALOGUE_DATA_INVALID",
  "CATALOGUE_BRAND_MISSING",
  "CATALOGUE_BRAND_INVALID",
  "CATALOGUE_MODEL_MISSING",
  "CATALOGUE_MODEL_INVALID",
] as const;

export const listProducts = endpoint({
  id: "retrieveProducts",
  method: "GET",
  path: "/products",
  side,
  tag,
  right: "products:read",
  summary: "List the catalogue",
  description:
    "Every product of the catalogue, newest first, in one response. With `after`, `skip` or `limit`, one page only; `limit` is then 20 by default. Deleted products and those described inline in a contract are not listed.",
  query: listProductsQuery,
  success: {
    status: 200,
    description: "An array with one object, which has the products.",
    resource: "products",
    listed: true,
    continued: true,
    data: z.array(product).meta({ description: "The products, newest first." }),
    schemaName: "ListProductsResponse",
  },
  errors: ["MALFORMED_REQUEST"],
  examples: [{ name: "The whole catalogue" }, { name: "The ten newest products", query: { limit: "10" } }],
});

export const createProduct = endpoint({
  id: "createProduct",
  method: "POST",
  path: "/products",
  side,
  tag,
  right: "products:write",
  summary: "Add a product",
  description: "Adds a product to the catalogue of this environment, for contracts to insure.",
  body: { schema: createProductBody, checkedByRules: true },
  success: { ...success, status: 201, description: "The product.", schemaName: "AddProductResponse" },
  errors: [
    "CATALOGUE_UID_MISSING",
    "CATALOGUE_UID_INVALID",
    "CATALOGUE_UID_TAKEN",
    "CATALOGUE_TYPE_MISSING",
    "CATALOGUE_TYPE_INVALID",
    "CATALOGUE_TYPE_UNKNOWN",
    "CATALOGUE_TYPE_NOT_ALLOWED",
    "CATALOGUE_SUBTYPE_MISSING",
    "CATALOGUE_SUBTYPE_INVALID",
    "CATALOGUE_SUBTYPE_UNKNOWN",
    "CATALOGUE_TITLE_MISSING",
    "CATALOGUE_TITLE_INVALID",
    "CATALOGUE_VALUE_MISSING",
    "CATALOGUE_VALUE_INVALID",
    "CATALOGUE_DESCRIPTION_INVALID",
    "CATALOGUE_PURCHASED_DATE_INVALID",
    ...fieldErrors,
    "MALFORMED_REQUEST",
  ],
  subject: (_params, created) => created?.product_id,
  examples: [
    {
      name: "A bike",
      body: {
        uid: "2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21",
        product_type: "bike",
        title: "City bike 42",
        description: "Low frame, two panniers.",
        value_excl: 2400,
        purchased_date: "2024-05-31",
        data: { product_subtype: "electric", brand: "Moustache", model: "Lundi 27", colour: "red" },
      },
    },
    {
      name: "Only what is required",
      body: {
        uid: "6f9619ff-8b86-4011-b42d-00c04fc964ff",
        product_type: "high-tech",
        title: "Drone 7",
        value_excl: 999.99,
        data: { product_subtype: "drone", brand: "Parrot", model: "Anafi" },
      },
    },
  ],
});

export const readProduct = endpoint({
  id: "retrieveProduct",
  method: "GET",
  path: "/products/{productId}",
  side,
  tag,
  right: "products:read",
  summary: "Read a product",
  description: "Deleted products and those described inline in a contract can be read too.",
  params,
  success: { ...success, description: "The product.", schemaName: "ReadProductResponse" },
  errors: ["CATALOGUE_PRODUCT_NOT_FOUND"],
  subject: ({ productId }, found) => found?.product_id ?? productId,
  examples: [{ name: "By your own uid", params: { productId: "2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21" } }],
});

export const changeProduct = endpoint({
  id: "updateProduct",
  method: "PATCH",
  path: "/products/{productId}",
  side,
  tag,
  right: "products:write",
  summary: "Change a product",
  description:
    "Changes the fields that are sent and keeps the others, property by property in `data`. The uid, the type and the subtype never change. Contracts keep the type and value that they insured.",
  params,
  body: { schema: changeProductBody, checkedByRules: true },
  success: { ...success, description: "The product as it is now." },
  errors: [
    "CATALOGUE_PRODUCT_NOT_FOUND",
    "CATALOGUE_NEW_TITLE_INVALID",
    "CATALOGUE_NEW_VALUE_INVALID",
    "CATALOGUE_NEW_DESCRIPTION_INVALID",
    "CATALOGUE_NEW_PURCHASED_DATE_INVALID",
    ...fieldErrors,
    "MALFORMED_REQUEST",
  ],
  subject: ({ productId }, changed) => changed?.product_id ?? productId,
  examples: [
    { name: "A new value", params: { productId: "2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21" }, body: { value_excl: 2150 } },
    {
      name: "One property set, one taken away",
      params: { productId: "2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21" },
      body: { data: { size: "L", colour: null } },
    },
  ],
});

export const deleteProduct = endpoint({
  id: "deleteProduct",
  method: "DELETE",
  path: "/products/{productId}",
  side,
  tag,
  right: "products:write",
  summary: "Delete a product",
  description:
    "Removes the product from the list and from new contracts. It stays readable and keeps its uid, and contracts that insure it continue. A deleted product cannot be deleted again.",
  params,
  success: { status: 204, description: "The product is deleted; there is no body." },
  errors: ["CATALOGUE_PRODUCT_NOT_FOUND"],
  subject: ({ productId }) => productId,
  examples: [{ name: "By your own uid", params: { productId: "2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21" } }],
});
