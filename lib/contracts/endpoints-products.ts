import { z } from "zod";
import { errorsWithCodes, productCodes } from "#lib/contracts/errors.ts";
import { addProductsBody, removeProductsBody } from "#lib/contracts/requests-changes.ts";
import { previewQuery } from "#lib/contracts/requests.ts";
import { contract, contractId } from "#lib/contracts/schema.ts";
import { endpoint } from "#lib/endpoint.ts";
import type { Endpoint } from "#lib/endpoint.ts";

const side = "contract";
const tag = "Contracts";
const exampleParams = { contractId: "01JD3W7Q8ZK5T9V0XR2M4N6P8A" };
const params = z.object({ contractId });
const success = {
  status: 200,
  description: "The contract as it is now.",
  resource: "contract",
  data: contract,
  schemaName: "ContractResponse",
} as const;
const subject: Endpoint<typeof params>["subject"] = ({ contractId: cid }) => cid;

export const addContractProducts = endpoint({
  id: "createProductFromContract",
  method: "POST",
  path: "/contracts/{contractId}/products",
  side,
  tag,
  summary: "Add products to a contract",
  description: "Insures more products until the contract's end. Each pays for its own days.",
  params,
  query: previewQuery,
  body: { schema: addProductsBody, checkedByRules: true },
  success,
  errors: errorsWithCodes([1000, 1002], [1007, 1010], [1015, 1022], [1051, 1052], [1339, 1342], ...productCodes),
  subject,
  examples: [
    {
      name: "One more bike of the catalogue",
      params: exampleParams,
      body: {
        start_date: "2027-02-01T08:00:00Z",
        products: [{ product_id: "bike-0042", data: { product_marked: "BC-12346", user_name: "Grace Hopper" } }],
      },
    },
  ],
});

export const removeContractProducts = endpoint({
  id: "deleteProductFromContract",
  method: "DELETE",
  path: "/contracts/{contractId}/products",
  side,
  tag,
  summary: "Remove products from a contract",
  description:
    "Cancels products that started at most 4 hours ago and terminates the others. A contract without products ends with the last of them.",
  params,
  query: previewQuery,
  body: { schema: removeProductsBody, checkedByRules: true },
  success,
  errors: errorsWithCodes([1002, 1002], [1007, 1007], [1010, 1010], [1051, 1053], [1221, 1221], [1350, 1352]),
  subject,
  examples: [
    {
      name: "One product that was returned",
      params: exampleParams,
      body: { reason: "The customer returned the bike.", products: ["cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8A"] },
    },
  ],
});
