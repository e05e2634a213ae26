import { beforeAll, describe, expect, test } from "vitest";
import { refuse, succeed, unansweredErrors } from "#e2e/api/client.ts";
import { bike, company, inDays, inHours, individual, insured, lcd, lld, lmd, longLmd } from "#e2e/api/samples.ts";
import type { ContractBody } from "#e2e/api/samples.ts";
import { ageByHours, makeRenter, makeShop } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import {
  addContractProducts,
  amendContract,
  createContract,
  endContract,
  readContract,
  removeContractProducts,
} from "#lib/contracts/endpoints.ts";
import { contractErrors } from "#lib/contracts/errors.ts";
import type { WireContract } from "#lib/contracts/schema.ts";

const absent = undefined;
const unknownCid = "01JD3W7Q8ZK5T9V0XR2M4N6P8A";
const ski = { ...bike, product_type: "wintersports", product_subtype: "ski" };
const kayak = { ...bike, product_type: "watersports", product_subtype: "kayak" };
const tent = { ...bike, product_type: "event", product_subtype: "tent" };
const without = (object: Record<string, unknown>, field: string) => ({ ...object, [field]: absent });

let shop: Shop;
/** A renter that may insure high-tech products with LCD contracts and nothing else. */
let narrow = "";
let dated: Shop;
beforeAll(async () => {
  [shop, dated] = await Promise.all([makeShop(), makeShop({ features: ["product_dates"] })]);
  narrow = await makeRenter(shop.key, { contractTypes: ["LCD"], productTypes: ["high-tech"] });
});

type Body = (uid: string, changes?: Record<string, unknown>) => ContractBody;

// Each code once, as a caller meets it: all that leads to it is in the tables of lib/contracts/rules.
const creations: readonly [code: number, why: string, body: Body, changes: Record<string, unknown>][] = [
  [1012, "uid missing", lcd, { uid: absent }],
  [1006, "type missing", lcd, { contract_type: absent }],
  [1004, "type unknown", lcd, { contract_type: "XXL" }],
  [1005, "end missing", lcd, { end_date: absent }],
  [1002, "an end that does not parse", lcd, { end_date: "tomorrow" }],
  [1000, "start 31 minutes ago", lcd, { start_date: inHours(-31 / 60) }],
  [1021, "end in the past", lcd, { start_date: inHours(-1 / 3), end_date: inHours(-1 / 6) }],
  [1001, "end before start", lcd, { end_date: inHours(23) }],
  [1008, "options missing", lcd, { options: absent }],
  [1010, "an unknown option", lcd, { options: ["break", "theft", "lunar"] }],
  [1010, "a misspelt field", lcd, { automatic_renewals: true }],
  [1007, "products missing", lcd, { products: absent }],
  [1221, "products no array", lcd, { products: {} }],
  [1200, "an empty product", lcd, { products: [{}] }],
  [1201, "a product that does not exist", lcd, { products: [insured({ product_id: "prod_nothing" })] }],
  [1222, "no product type", lcd, { products: [insured(without(bike, "product_type"))] }],
  [1223, "an unknown product type", lcd, { products: [insured({ ...bike, product_type: "boat" })] }],
  [1224, "no subtype", lcd, { products: [insured(without(bike, "product_subtype"))] }],
  [1225, "a subtype of another type", lcd, { products: [insured({ ...bike, product_subtype: "ski" })] }],
  [1226, "no value", lcd, { products: [insured(without(bike, "value_excl"))] }],
  [1227, "a value of 0", lcd, { products: [insured({ ...bike, value_excl: 0 })] }],
  [1230, "a value over 15,000", lcd, { products: [insured({ ...bike, value_excl: 15_000.01 })] }],
  [1228, "no brand", lcd, { products: [insured(without(bike, "brand"))] }],
  [1229, "no model", lcd, { products: [insured(without(bike, "model"))] }],
  [1220, "no data", lcd, { products: [bike] }],
  [1300, "a bike without a user", lmd, { products: [insured(bike, { user_name: absent })] }],
  [1301, "a bike without marking", lcd, { products: [insured(bike, { product_marked: " " })] }],
  [1310, "a ski without a user", lmd, { products: [insured(ski, { user_name: absent })] }],
  [1311, "a ski without marking", lcd, { products: [insured(ski, { product_marked: absent })] }],
  [1320, "a kayak without a user", lmd, { products: [insured(kayak, { user_name: absent })] }],
  [1321, "a kayak without marking", lcd, { products: [insured(kayak, { product_marked: absent })] }],
  [1022, "skis for three months", lmd, { products: [insured(ski)] }],
  [1018, "an LCD without theft", lcd, { options: ["break"] }],
  [1019, "a short LMD without break", lmd, { options: ["theft"] }],
  [1020, "a long LMD without a party", longLmd, { options: ["break", "theft"] }],
  [1009, "an LLD with both parties", lld, { options: ["break", "theft", "company", "individual", "pro"], individual }],
  [1015, "an LLD bike without a usage", lld, { options: ["break", "theft", "company"] }],
  [1013, "the option company without the object", lld, { company: absent }],
  [1014, "the option individual without the object", longLmd, { individual: absent }],
  [1109, "company no object", lld, { company: "Covergate" }],
  [1100, "no company name", lld, { company: without(company, "company_name") }],
  [1101, "no siren", lld, { company: without(company, "siren") }],
  [1102, "a siren of eight digits", lld, { company: { ...company, siren: "55210055" } }],
  [1103, "no first name", lld, { company: without(company, "first_name") }],
  [1104, "no last name", lld, { company: without(company, "last_name") }],
  [1105, "no address", lld, { company: without(company, "address") }],
  [1106, "no zipcode", lld, { company: without(company, "zipcode") }],
  [1107, "no city", lld, { company: without(company, "city") }],
  [1108, "no country", lld, { company: without(company, "country") }],
  [1400, "no first name", longLmd, { individual: without(individual, "first_name") }],
  [1401, "no last name", longLmd, { individual: without(individual, "last_name") }],
  [1402, "no address", longLmd, { individual: without(individual, "address") }],
  [1403, "no zipcode", longLmd, { individual: without(individual, "zipcode") }],
  [1407, "a zipcode that does not exist", longLmd, { individual: { ...individual, zipcode: "00000" } }],
  [1404, "no city", longLmd, { individual: without(individual, "city") }],
  [1408, "a city of another zipcode", longLmd, { individual: { ...individual, city: "Paris" } }],
  [1405, "no phone number", longLmd, { individual: without(individual, "phone_number") }],
  [1406, "no country", longLmd, { individual: without(individual, "country") }],
  [1409, "a country that is not insured", longLmd, { individual: { ...individual, country: "fr" } }],
  [1410, "individual no object", longLmd, { individual: [] }],
];

describe("POST /contracts answers", () => {
  test.each(creations)("%i for %s", async (code, _why, body, changes) => {
    expect(await refuse(shop.key, createContract, { body: body(shop.uid, changes) })).toMatchObject({ status: 400, code });
  });

  test("9003 for a renter that is not attached, whether or not it exists", async () => {
    const elsewhere = await makeShop();
    for (const uid of [elsewhere.uid, "nobody"]) {
      expect(await refuse(shop.key, createContract, { body: lcd(uid) })).toMatchObject({ status: 401, code: 9003 });
    }
  });

  test("1003 and 1202 for what the renter may not have", async () => {
    expect(await refuse(shop.key, createContract, { body: lmd(narrow) })).toMatchObject({ code: 1003 });
    expect(await refuse(shop.key, createContract, { body: lcd(narrow) })).toMatchObject({ code: 1202 });
  });

  test("the first fault only, in the order of the specification", async () => {
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

  test("1051 for a contract that does not exist", async () => {
    const params = { contractId: unknownCid };
    expect(await refuse(shop.key, readContract, { params })).toMatchObject({ status: 400, code: 1051 });
    for (const operation of Object.values(operations)) {
      expect(await refuse(shop.key, operation, { params, body: {} }), operation.id).toMatchObject({ status: 400, code: 1051 });
    }
  });

  test("1331 for an entry that is not open any more", async () => {
    const { key, contract, cpid } = await young();
    const sent = { params: { contractId: contract.cid ?? "" }, body: { products: { [cpid]: { user_name: "Grace" } } } };
    await succeed(key, amendContract, sent);
    expect(await refuse(key, amendContract, sent)).toMatchObject({ code: 1331 });
  });
});

test("every error of the contract catalogue is answered somewhere above", () => {
  expect(unansweredErrors(contractErrors)).toEqual([]);
});
