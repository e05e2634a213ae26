import { z } from "zod";
import { contractId } from "#lib/insurance/catalogue/schema.ts";
import { addProductsBody, endContractBody, patchContractBody, removeProductsBody } from "#lib/insurance/contracts/requests-changes.ts";
import { createContractBody, listContractsQuery, previewQuery } from "#lib/insurance/contracts/requests.ts";
import { contract, createdContract } from "#lib/insurance/contracts/schema.ts";
import { errorsWithCodes, partyCodes, productCodes } from "#lib/platform/errors/insurance-errors.ts";
import { endpoint } from "#lib/platform/wire/endpoint.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

const side = "contract";
const tag = "Contracts";
const exampleParams = { contractId: "01JD3W7Q8ZK5T9V0XR2M4N6P8A" };
const params = z.object({ contractId });
const success = { status: 200, resource: "contract", data: contract, schemaName: "ContractResponse" } as const;
const subject: Endpoint<typeof params, z.ZodObject, z.ZodType, typeof contract>["subject"] = ({ contractId: cid }) => cid;

export const listContracts = endpoint({
  id: "retrieveContracts",
  method: "GET",
  path: "/contracts",
  side,
  tag,
  right: "contracts:read",
  summary: "List contracts",
  description: "The contracts of one renter, newest first.",
  query: listContractsQuery,
  success: {
    status: 200,
    description: "The contracts.",
    resource: "contracts",
    data: z.array(contract).meta({ description: "The contracts, newest first." }),
    continued: true,
  },
  errors: ["UID_MISSING", "UNAUTHORIZED_USER"],
  examples: [
    { name: "The newest contracts of a renter", query: { uid: "renter-lyon" } },
    { name: "Its second page of ten, test contracts only", query: { uid: "renter-lyon", test: "true", skip: "10", limit: "10" } },
    { name: "The open contracts of a bike", query: { uid: "renter-lyon", status: "open", product_marked: "BC-12345" } },
  ],
});

export const readContract = endpoint({
  id: "retrieveContract",
  method: "GET",
  path: "/contracts/{contractId}",
  side,
  tag,
  right: "contracts:read",
  summary: "Read a contract",
  description: "A contract of this environment, whatever its status.",
  params,
  success: { ...success, description: "The contract." },
  errors: ["CONTRACT_NOT_FOUND"],
  subject,
  examples: [{ name: "One contract", params: exampleParams }],
});

export const createContract = endpoint({
  id: "createContract",
  method: "POST",
  path: "/contracts",
  side,
  tag,
  right: "contracts:write",
  summary: "Create a contract",
  description:
    "Insures products for a period. With `preview` nothing is created: the response shows the contract as it would be, with its price, and the insured parties and the products' data may be missing.",
  query: previewQuery,
  body: { schema: createContractBody, checkedByRules: true },
  success: { status: 200, resource: "contract", description: "The contract; in a preview without `cid`.", data: createdContract },
  errors: [
    "UNAUTHORIZED_USER",
    "INSUFFICIENT_PERMISSIONS",
    "OPEN_CONTRACTS_LIMIT",
    "RENEWAL_NOT_OFFERED",
    ...errorsWithCodes([1000, 1022], ...partyCodes, ...productCodes),
  ],
  subject: (_params, created) => created?.cid,
  examples: [
    {
      name: "Three months, a bike of the catalogue and a phone described inline",
      body: {
        uid: "renter-lyon",
        contract_type: "LMD",
        start_date: "2027-01-10T08:00:00Z",
        end_date: "2027-04-10T07:00:00Z",
        options: ["break", "theft"],
        products: [
          {
            product_id: "2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21",
            data: { product_marked: "BC-12345", user_name: "Ada Martin", internal_id: "fleet-0042" },
          },
          {
            product_type: "high-tech",
            product_subtype: "phone",
            value_excl: 640,
            brand: "Fairphone",
            model: "5",
            data: { product_marked: "356938035643809", user_name: "Ada Martin" },
          },
        ],
      },
    },
    {
      name: "Two years for a company, renewed by itself",
      body: {
        uid: "renter-lyon",
        contract_type: "LLD",
        start_date: "2027-01-10T08:00:00+01:00",
        end_date: "2029-01-10T08:00:00+01:00",
        options: ["break", "theft", "home_to_work", "assistance_premium", "company"],
        company: {
          company_name: "Vélos de la Seine",
          siren: "552100554",
          first_name: "Ada",
          last_name: "Martin",
          address: "12 rue de la Paix",
          zipcode: "75002",
          city: "Paris",
          country: "FR",
        },
        products: [{ product_id: "2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21", data: { product_marked: "BC-12345", user_name: "Ada Martin" } }],
        automatic_renewal: true,
      },
    },
    {
      name: "A week from now on",
      body: {
        uid: "renter-lyon",
        contract_type: "LCD",
        start_date: "2027-01-01T00:00:00Z",
        end_date: "2027-01-08T00:00:00Z",
        options: ["break", "theft"],
        products: [{ product_id: "2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21", data: { product_marked: "BC-12345" } }],
      },
    },
    {
      name: "The price of a weekend",
      query: { preview: "true" },
      body: {
        uid: "renter-lyon",
        contract_type: "LCD",
        start_date: "2027-01-16T08:00:00Z",
        end_date: "2027-01-18T08:00:00Z",
        options: ["break", "theft"],
        products: [{ product_type: "bike", product_subtype: "cargo", value_excl: 4900, brand: "Riese & Müller", model: "Packster 70" }],
      },
    },
  ],
});

export const amendContract = endpoint({
  id: "updateContract",
  method: "PATCH",
  path: "/contracts/{contractId}",
  side,
  tag,
  right: "contracts:write",
  summary: "Change a contract",
  description: "Changes dates, parties or product entries. A changed product entry is replaced by a new one; nothing is edited in place.",
  params,
  query: previewQuery,
  body: { schema: patchContractBody, checkedByRules: true },
  success: { ...success, description: "The contract as it is now." },
  errors: errorsWithCodes([1000, 1002], [1009, 1021], [1050, 1052], [1150, 1151], [1221, 1221], [1300, 1343], ...partyCodes),
  subject,
  examples: [
    {
      name: "Another user of one product",
      params: exampleParams,
      body: { products: { cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8A: { user_name: "Grace Hopper", internal_id: "fleet-0043" } } },
    },
    { name: "The price of a month more", params: exampleParams, query: { preview: "true" }, body: { end_date: "2027-05-10T07:00:00Z" } },
  ],
});

export const endContract = endpoint({
  id: "cancelContract",
  method: "DELETE",
  path: "/contracts/{contractId}",
  side,
  tag,
  right: "contracts:write",
  summary: "Cancel or terminate a contract",
  description:
    "Cancels a contract that has not started or started at most 4 hours ago. After that it is terminated, immediately or on a future date.",
  params,
  query: previewQuery,
  body: { schema: endContractBody, checkedByRules: true, required: false },
  success: { ...success, description: "The contract as it is now." },
  errors: errorsWithCodes([1002, 1002], [1010, 1010], [1021, 1021], [1051, 1053], [1352, 1352]),
  subject,
  examples: [
    { name: "Cancel, until 4 hours after the start", params: exampleParams },
    {
      name: "Terminate on a day to come",
      params: exampleParams,
      body: { reason: "The customer moves abroad.", end_date: "2027-03-10T08:00:00Z" },
    },
  ],
});

export const addContractProducts = endpoint({
  id: "createProductFromContract",
  method: "POST",
  path: "/contracts/{contractId}/products",
  side,
  tag,
  right: "contracts:write",
  summary: "Add products to a contract",
  description: "Insures more products until the contract's end. Each pays for its own days.",
  params,
  query: previewQuery,
  body: { schema: addProductsBody, checkedByRules: true },
  success: { ...success, description: "The contract as it is now." },
  errors: errorsWithCodes([1000, 1002], [1007, 1010], [1015, 1022], [1051, 1052], [1339, 1342], ...productCodes),
  subject,
  examples: [
    {
      name: "One more bike of the catalogue",
      params: exampleParams,
      body: {
        start_date: "2027-02-01T08:00:00Z",
        products: [{ product_id: "2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21", data: { product_marked: "BC-12346", user_name: "Grace Hopper" } }],
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
  right: "contracts:write",
  summary: "Remove products from a contract",
  description:
    "Cancels products that started at most 4 hours ago and terminates the others. A contract without products ends with the last of them.",
  params,
  query: previewQuery,
  body: { schema: removeProductsBody, checkedByRules: true },
  success: { ...success, description: "The contract as it is now." },
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
