import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { call, succeed } from "#e2e/api/client.ts";
import type { Answer, Sent } from "#e2e/api/client.ts";
import { inDays, insured, lcd, lld, lmd } from "#e2e/api/samples.ts";
import { ageByHours, makeShop } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import {
  addContractProducts,
  amendContract,
  createContract,
  endContract,
  readContract,
  removeContractProducts,
} from "#lib/insurance/contracts/endpoints.ts";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";
import { configureRenewal, listRenewals } from "#lib/insurance/renewals/endpoints.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

/** Each race is run so often: the order in which requests at once are served is not ours to choose. */
const rounds = Array.from({ length: 6 }, (_, index) => index + 1);

/** A contract that requests at once are made to. */
async function makeContract(body: (uid: string) => object, hours = 0) {
  const shop = await makeShop();
  const contract = await succeed(shop.key, createContract, { body: body(shop.uid) });
  await ageByHours(contract.cid, hours);
  return { shop, contract, of: { params: { contractId: contract.cid ?? "" } }, cpids: Object.keys(contract.products) };
}

/** Sends requests at once, and sorts the answers. */
async function race(shop: Pick<Shop, "key">, requests: readonly (readonly [Endpoint, Sent])[]) {
  const answers = await Promise.all(requests.map(([endpoint, sent]) => call(shop.key, endpoint, sent)));
  return {
    winners: answers.filter(({ error }) => error === undefined),
    codes: answers.flatMap(({ error }) => (error === undefined ? [] : [error.code])),
    answers,
  };
}

const times = (count: number, request: (index: number) => readonly [Endpoint, Sent]) =>
  Array.from({ length: count }, (_, index) => request(index));

/** Expects an intact contract after any race: nothing half done, and the price the sum of its parts. */
async function expectWhole(shop: Shop, of: { params: { contractId: string } }): Promise<WireContract> {
  const contract = await succeed(shop.key, readContract, of);
  const entries = Object.values(contract.products);
  const cents = (euros: number) => Math.round(euros * 100);
  expect(cents(contract.price)).toBe(entries.reduce((sum, { price }) => sum + cents(price), 0));
  for (const { status, replaced_by } of entries) {
    expect(replaced_by !== undefined).toBe(status === "has_been_replaced");
    if (replaced_by !== undefined) expect(contract.products).toHaveProperty(replaced_by);
  }
  if (contract.status !== "open") expect(entries.some(({ status }) => status === "open")).toBe(false);
  return contract;
}

/** The contract that an answer says there is. */
const dataOf = (answer: Answer | undefined) => answer?.data as WireContract;

async function countEvents(cid: string, type: string): Promise<number> {
  return (await sql`select from events where subject_id = ${cid} and event_type = ${type}`).length;
}

describe("concurrent requests on one contract", () => {
  test.each(rounds)("let exactly one amendment of an entry win, and refuse the others because it is not open (%i)", async () => {
    const { shop, contract, of, cpids } = await makeContract(lmd);
    const [cpid = ""] = cpids;
    const { winners, codes } = await race(
      shop,
      times(4, (index) => [amendContract, { ...of, body: { products: { [cpid]: { user_name: `user ${index}` } } } }]),
    );
    expect(winners).toHaveLength(1);
    expect(codes).toEqual([1331, 1331, 1331]);
    const after = await expectWhole(shop, of);
    expect(after).toEqual(dataOf(winners[0]));
    expect(Object.keys(after.products)).toHaveLength(2);
    expect(after.price).toBe(contract.price);
    expect(await countEvents(of.params.contractId, "v2.contract.updated")).toBe(1);
  });

  // rules/contracts.md#states-1, #states-6
  test.each(rounds)("let exactly one cancellation win, and refuse the others because it is not open (%i)", async () => {
    const { shop, of } = await makeContract(lmd);
    const { winners, codes } = await race(
      shop,
      times(4, () => [endContract, of]),
    );
    expect(winners).toHaveLength(1);
    expect(codes).toEqual([1052, 1052, 1052]);
    expect(await expectWhole(shop, of)).toEqual(dataOf(winners[0]));
    expect(await countEvents(of.params.contractId, "v2.contract.canceled")).toBe(1);
  });

  test.each(rounds)("let exactly one termination win (%i)", async () => {
    const { shop, of } = await makeContract(lmd, 24 + 5);
    const { winners, codes } = await race(
      shop,
      times(4, (index) => [endContract, { ...of, body: { reason: `reason ${index}` } }]),
    );
    expect(winners).toHaveLength(1);
    expect(codes).toEqual([1052, 1052, 1052]);
    expect(await expectWhole(shop, of)).toMatchObject({ status: "terminated", end_date: dataOf(winners[0]).end_date });
    expect(await countEvents(of.params.contractId, "v2.contract.terminated")).toBe(1);
  });

  test.each(rounds)("leave a cancelled contract after a cancellation and an amendment in either order (%i)", async () => {
    const { shop, of, cpids } = await makeContract(lmd);
    const [cpid = ""] = cpids;
    const { answers } = await race(shop, [
      [amendContract, { ...of, body: { products: { [cpid]: { user_name: "Grace" } } } }],
      [endContract, of],
    ]);
    const [amended, ended] = answers;
    expect(ended?.error).toBeUndefined();
    expect([undefined, 1052]).toContain(amended?.error?.code);
    const after = await expectWhole(shop, of);
    expect(after).toMatchObject({ status: "cancel", price: 0 });
    expect(Object.keys(after.products)).toHaveLength(amended?.error === undefined ? 2 : 1);
  });

  test.each(rounds)("make all changes of different things, and lose none (%i)", async () => {
    const { shop, of, cpids } = await makeContract((uid) => lld(uid, { products: [insured(), insured(), insured()] }));
    const [first = "", second = "", third = ""] = cpids;
    const { winners } = await race(shop, [
      [amendContract, { ...of, body: { products: { [first]: { user_name: "Grace" } } } }],
      [amendContract, { ...of, body: { products: { [second]: { internal_id: "7" } } } }],
      [amendContract, { ...of, body: { company: { address: "1 rue Neuve" } } }],
      [amendContract, { ...of, body: { end_date: inDays(500) } }],
      [removeContractProducts, { ...of, body: { reason: "sold", products: [third] } }],
      [addContractProducts, { ...of, body: { start_date: inDays(3), products: [insured()] } }],
      [configureRenewal, { ...of, body: { duration_months: 12 } }],
    ]);
    expect(winners).toHaveLength(7);
    const after = await expectWhole(shop, of);
    expect(after.company).toMatchObject({ address: "1 rue Neuve" });
    expect(
      Object.values(after.products)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(["cancel", "has_been_replaced", "has_been_replaced", "open", "open", "open"]);
    expect(Object.values(after.products).every(({ status, end_date }) => status !== "open" || end_date === after.end_date)).toBe(true);
    expect(await succeed(shop.key, listRenewals, of)).toMatchObject([{ duration_months: 12, renewal_scheduled_for: after.end_date }]);
  });

  test.each(rounds)("remove each of the two last products, and end the contract once (%i)", async () => {
    const { shop, of, cpids } = await makeContract((uid) => lcd(uid, { products: [insured(), insured()] }));
    const { winners } = await race(
      shop,
      cpids.map((cpid) => [removeContractProducts, { ...of, body: { reason: "sold", products: [cpid] } }]),
    );
    expect(winners).toHaveLength(2);
    expect(await expectWhole(shop, of)).toMatchObject({ status: "cancel", price: 0 });
    expect(await countEvents(of.params.contractId, "v2.contract.canceled")).toBe(1);
  });
});

describe("concurrent requests in one world", () => {
  // rules/contracts.md#create-9
  test.each(rounds)("create no more contracts than the limit of open contracts allows (%i)", async () => {
    const shop = await makeShop({ openContractsLimit: 3 });
    const { winners, codes } = await race(
      shop,
      times(8, () => [createContract, { body: lcd(shop.uid) }]),
    );
    expect(winners).toHaveLength(3);
    expect(codes).toEqual([99888, 99888, 99888, 99888, 99888]);
  });
});
