import { beforeAll, describe, expect, test } from "vitest";
import { refuse, succeed, unansweredErrors } from "#e2e/api/client.ts";
import { bike, inDays, inHours, individual, insured, lcd, lld, lmd } from "#e2e/api/samples.ts";
import type { ContractBody } from "#e2e/api/samples.ts";
import { ageByHours, makeProduct, makeRenter, makeShop } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { productTypes } from "#lib/insurance/catalogue/catalogue.ts";
import {
  addContractProducts,
  amendContract,
  createContract,
  endContract,
  readContract,
  removeContractProducts,
} from "#lib/insurance/contracts/endpoints.ts";
import { sampleBodies, sampleNow } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import type { SampleBody } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { refusals } from "#lib/insurance/contracts/rules/errors.fixture.ts";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import { contractErrors } from "#lib/platform/errors/contract-errors.ts";

const unknownCid = "01JD3W7Q8ZK5T9V0XR2M4N6P8A";
const tent = { ...bike, product_type: "event", product_subtype: "tent" };

let shop: Shop;
let dated: Shop;
beforeAll(async () => {
  [shop, dated] = await Promise.all([makeShop(), makeShop({ features: ["product_dates"] })]);
  const products = {
    prod_bike: "bike",
    prod_camera: "high-tech",
    prod_tent: "event",
    prod_ski: "wintersports",
    prod_kayak: "watersports",
  } as const;
  for (const [uid, type] of Object.entries(products)) {
    const data = { product_subtype: productTypes[type][0], brand: "Moustache", model: "Lundi 27" };
    await makeProduct(shop.key, { uid, product_type: type, data });
  }
});

type Body = (uid: string, changes?: Record<string, unknown>) => ContractBody;

const passed = Date.now() - sampleNow.getTime();
/** A body of the rule's samples as of today, for a renter that exists. */
const today = (body: SampleBody): SampleBody =>
  JSON.parse(
    JSON.stringify(body).replaceAll(
      /"(2027-[^"]*Z|2029-[^"]*Z)"/g,
      (_text, at: string) => `"${new Date(Date.parse(at) + passed).toISOString()}"`,
    ),
  ) as SampleBody;

describe("POST /contracts answers", () => {
  // rules/contracts.md#products-4
  test.each(refusals)("%s to %s with %j", async (error, base, changes, facts) => {
    const may = facts?.renter;
    const renter = may && { contractTypes: [...may.contractTypes], productTypes: [...may.productTypes] };
    const uid = facts === undefined ? shop.uid : renter === undefined ? "nobody" : await makeRenter(shop.key, renter);
    const { status, code } = errorCatalogue[error];
    const body = today({ ...sampleBodies[base], uid, ...changes });
    expect(await refuse(shop.key, createContract, { body })).toMatchObject({ status, code });
  });

  // rules/contracts.md#create-4
  test("9003 for a renter that is not attached, whether or not it exists", async () => {
    const elsewhere = await makeShop();
    for (const uid of [elsewhere.uid, "nobody"]) {
      expect(await refuse(shop.key, createContract, { body: lcd(uid) })).toMatchObject({ status: 401, code: 9003 });
    }
  });

  // rules/contracts.md#create-5
  test("only the first fault, in the order of the specification", async () => {
    const order = [1012, 1006, 1005, 1008, 1007, 1018] as const;
    const fields = { uid: shop.uid, contract_type: "LCD", end_date: inDays(3), options: ["break"], products: [insured()], company: "none" };
    const body: Record<string, unknown> = { company: "none" };
    for (const [index, [field, value]] of Object.entries(fields).slice(0, 5).entries()) {
      expect(await refuse(shop.key, createContract, { body })).toMatchObject({ code: order[index] });
      body[field] = value;
    }
    expect(await refuse(shop.key, createContract, { body })).toMatchObject({ code: order[5] });
    expect(await refuse(shop.key, createContract, { body: { ...body, options: ["break", "theft"] } })).toMatchObject({ code: 1109 });
  });
});

/** A contract in a state, made anew for each case. */
type State = (changes?: Record<string, unknown>) => Promise<{ key: string; contract: WireContract; cpid: string }>;

function inState(makeBody: Body, { hours = 0, shopOf = () => shop }: { hours?: number; shopOf?: () => Shop } = {}): State {
  return async (changes) => {
    const { key, uid } = shopOf();
    const contract = await succeed(key, createContract, { body: makeBody(uid, changes) });
    await ageByHours(contract.cid, hours);
    return {
      key,
      contract: await succeed(key, readContract, { params: { contractId: contract.cid ?? "" } }),
      cpid: Object.keys(contract.products)[0] ?? "",
    };
  };
}

const young = inState(lld);
const started = inState(lld, { hours: 24 });
const old = inState(lmd, { hours: 24 + 5 });
const youngWithDates = inState(lmd, { shopOf: () => dated });
const ended: State = async () => {
  const found = await young();
  return { ...found, contract: await succeed(found.key, endContract, { params: { contractId: found.contract.cid ?? "" } }) };
};

/** The same for every operation on a contract. */
const operations = { amendContract, endContract, addContractProducts, removeContractProducts };

type Change = readonly [
  code: number,
  why: string,
  operation: keyof typeof operations,
  state: State,
  body: (found: Awaited<ReturnType<State>>) => unknown,
];

const entry =
  (fields: object) =>
  ({ cpid }: { cpid: string }) => ({ products: { [cpid]: fields } });

const changes: readonly Change[] = [
  [1052, "a contract that ended", "amendContract", ended, () => ({})],
  [1052, "a contract that ended", "endContract", ended, () => ({ reason: "late" })],
  [1052, "a contract that ended", "addContractProducts", ended, () => ({ start_date: inHours(1), products: [insured()] })],
  [1052, "a contract that ended", "removeContractProducts", ended, ({ cpid }) => ({ reason: "late", products: [cpid] })],
  [1010, "a field that never changes", "amendContract", young, () => ({ options: ["break", "theft"] })],
  [1010, "a field that there is not", "endContract", young, () => ({ raison: "fini" })],
  [1050, "dates five hours after the start", "amendContract", old, () => ({ end_date: inDays(40) })],
  [1150, "a company after the start", "amendContract", started, () => ({ company: { siren: "732829320" } })],
  [1151, "an individual after the start", "amendContract", started, () => ({ individual })],
  [1002, "a duration of another type", "amendContract", young, () => ({ end_date: inDays(40) })],
  [1000, "a start in the past", "amendContract", young, () => ({ start_date: inHours(-1) })],
  [1107, "a city of another zipcode", "amendContract", young, () => ({ company: { city: "Lyon" } })],
  [1221, "products as an array", "amendContract", young, ({ cpid }) => ({ products: [cpid] })],
  [1330, "an entry that there is not", "amendContract", young, () => ({ products: { cpid_nothing: { user_name: "x" } } })],
  [1330, "an entry that every object has", "amendContract", young, () => ({ products: { constructor: { user_name: "x" } } })],
  [1335, "a marking that is a number", "amendContract", young, entry({ product_marked: 5 })],
  [1336, "a user that is null", "amendContract", young, entry({ user_name: null })],
  [1337, "an internal id that is a list", "amendContract", young, entry({ internal_id: ["a"] })],
  [1334, "an empty marking", "amendContract", young, entry({ product_marked: "" })],
  [1332, "a blank user", "amendContract", young, entry({ user_name: "  " })],
  [1333, "an empty internal id", "amendContract", young, entry({ internal_id: "" })],
  [1338, "a product's dates without the feature", "amendContract", young, entry({ start_date: inDays(3) })],
  [1002, "a product's date that does not parse", "amendContract", youngWithDates, entry({ start_date: "soon" })],
  [1339, "a product's start before the contract", "amendContract", youngWithDates, entry({ start_date: inHours(1) })],
  [1340, "a product's start after the contract", "amendContract", youngWithDates, entry({ start_date: inDays(300) })],
  [1341, "a product's end before the contract", "amendContract", youngWithDates, entry({ end_date: inHours(1) })],
  [1342, "a product's end after the contract", "amendContract", youngWithDates, entry({ end_date: inDays(300) })],
  [1001, "a product's end before its start", "amendContract", youngWithDates, entry({ start_date: inDays(20), end_date: inDays(10) })],
  [1343, "a product's start moved later", "amendContract", youngWithDates, entry({ start_date: inDays(3) })],
  [
    1343,
    "a product's start moved later after it has started",
    "amendContract",
    inState(lmd, { hours: 24 + 2, shopOf: () => dated }),
    entry({ start_date: inHours(-1.5) }),
  ],
  [1002, "no start", "addContractProducts", young, () => ({ products: [insured()] })],
  [1000, "a start an hour ago", "addContractProducts", old, () => ({ start_date: inHours(-1), products: [insured()] })],
  [1339, "a start before the contract", "addContractProducts", young, () => ({ start_date: inHours(1), products: [insured()] })],
  [
    1342,
    "an end after the contract",
    "addContractProducts",
    young,
    () => ({ start_date: inDays(2), end_date: inDays(800), products: [insured()] }),
  ],
  [1007, "no products", "addContractProducts", young, () => ({ start_date: inDays(2) })],
  [
    1300,
    "a bike without a user",
    "addContractProducts",
    young,
    () => ({ start_date: inDays(2), products: [insured(bike, { user_name: "" })] }),
  ],
  [1022, "a type that is not offered", "addContractProducts", young, () => ({ start_date: inDays(2), products: [insured(tent)] })],
  [1053, "no reason", "removeContractProducts", young, ({ cpid }) => ({ products: [cpid] })],
  [1007, "no products", "removeContractProducts", young, () => ({ reason: "sold" })],
  [1221, "a product that is an object", "removeContractProducts", young, ({ cpid }) => ({ reason: "sold", products: [{ cpid }] })],
  [1350, "an entry that there is not", "removeContractProducts", young, () => ({ reason: "sold", products: ["cpid_nothing"] })],
  [1351, "an end in the past", "removeContractProducts", old, ({ cpid }) => ({ reason: "sold", products: [cpid], end_date: inHours(-1) })],
  [
    1352,
    "an end after the contract's",
    "removeContractProducts",
    old,
    ({ cpid }) => ({ reason: "sold", products: [cpid], end_date: inDays(400) }),
  ],
  [1053, "no reason five hours after the start", "endContract", old, () => undefined],
  [1053, "a reason that is a number", "endContract", young, () => ({ reason: 7 })],
  [1021, "an end in the past", "endContract", old, () => ({ reason: "over", end_date: inHours(-1) })],
  [1352, "an end after the contract's", "endContract", old, () => ({ reason: "over", end_date: inDays(400) })],
];

describe("an operation on a contract answers", () => {
  test.each(changes)("%i for %s (%s), and changes nothing", async (code, _why, operation, state, body) => {
    const found = await state();
    const params = { contractId: found.contract.cid ?? "" };
    expect(await refuse(found.key, operations[operation], { params, body: body(found) })).toMatchObject({ status: 400, code });
    expect(await succeed(found.key, readContract, { params })).toEqual(found.contract);
  });

  // rules/contracts.md#read-2
  test("1051 for a contract that does not exist", async () => {
    const params = { contractId: unknownCid };
    expect(await refuse(shop.key, readContract, { params })).toMatchObject({ status: 400, code: 1051 });
    for (const operation of Object.values(operations)) {
      expect(await refuse(shop.key, operation, { params, body: {} }), operation.id).toMatchObject({ status: 400, code: 1051 });
    }
  });

  test("1331 for an entry that is no longer open", async () => {
    const { key, contract, cpid } = await young();
    const sent = { params: { contractId: contract.cid ?? "" }, body: { products: { [cpid]: { user_name: "Grace" } } } };
    await succeed(key, amendContract, sent);
    expect(await refuse(key, amendContract, sent)).toMatchObject({ code: 1331 });
  });
});

test("every error of the contract catalogue is covered by this file", () => {
  expect(unansweredErrors(contractErrors)).toEqual([]);
});
