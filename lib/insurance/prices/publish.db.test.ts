import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { consoleContext } from "#lib/account/users/contexts.ts";
import { asSupport, operatorContext } from "#lib/account/users/roles.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { freshSession, makeUser } from "#lib/account/users/users.fixture.ts";
import { create as createContract } from "#lib/insurance/contracts/create.ts";
import { calculate } from "#lib/insurance/prices/calculate.ts";
import { tariffFigures } from "#lib/insurance/prices/figures.ts";
import { writePriceFile } from "#lib/insurance/prices/file.ts";
import { noticeRises } from "#lib/insurance/prices/notice-rises.ts";
import { check, listVersions, readForPortal, readProposal } from "#lib/insurance/prices/overview.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { approve, proposeFile, propose, publish, refuse, withdraw } from "#lib/insurance/prices/publish.ts";
import { publicTariffName } from "#lib/insurance/prices/schema.ts";
import type { TariffRates } from "#lib/insurance/prices/schema.ts";
import { bike, bodyOf, makeContract, noon, openShop, readChain, runJobs } from "#lib/insurance/renewals/shop.fixture.ts";
import { env } from "#lib/platform/env.ts";

// Prices of a database of its own, since a public version is everybody's.
await useOwnDatabase();
const mails = await useMailServer();

/** Every rate of the product types higher by 4 %, which no figure of the public list rounds. */
const raised: TariffRates = {
  ...publicTariff.rates,
  annualRates: Object.fromEntries(
    Object.entries(publicTariff.rates.annualRates).map(([type, rates]) => [
      type,
      Object.fromEntries(Object.entries(rates).map(([cover, rate]) => [cover, ((rate ?? 0) * 104) / 100])),
    ]),
  ) as TariffRates["annualRates"],
};
const fileOf = (version: string, rates = raised) => writePriceFile({ name: publicTariffName, version, rates }, "csv");
const operator = (now: Date) => operatorContext("Ines Caron", now);
const reason = "Yearly revision";

async function supportAt(now: Date): Promise<ContextOf["support"]> {
  const user = { ...(await makeUser("support")), name: "Ines Caron", role: "support", partner: null } as const;
  return asSupport(consoleContext({ user, session: freshSession(now) }, { now, address: "192.0.2.1" }));
}

const approvalMails = () => mails.received.filter(({ text }) => text.includes("price list waits"));

// rules/prices.md#lists-6
test("a list waits for another person, also where there is none, who is told by e-mail and approves or refuses it", async () => {
  const now = noon("2032-01-10");
  const ines = await supportAt(now);
  mails.received.length = 0;
  const { id, isPublished } = await proposeFile(ines, { file: fileOf("together"), day: "2032-02-01", reason });
  expect(isPublished).toBe(false);
  await expect(approve(ines, id)).rejects.toMatchObject({ key: "approvalOwn" });
  await expect(refuse(ines, id, reason)).rejects.toMatchObject({ key: "approvalOwn" });
  expect(approvalMails()).toEqual([]);
  expect((await listVersions(ines)).versions.map(({ version }) => version)).not.toContain("together");

  const paul = await supportAt(now);
  const turnedDown = await proposeFile(ines, { file: fileOf("never"), day: "2032-03-01", reason });
  await mails.deliver();
  await waitFor(() => expect(approvalMails().map(({ to }) => to)).toEqual([[paul.user.email]]));
  const seen = await readProposal(paul, id);
  expect(seen).toMatchObject({ version: "together", status: "waiting", raises: true });
  const { tariffId } = await approve(paul, id);
  await expect(approve(paul, id)).rejects.toMatchObject({ key: "approvalDecided" });
  await expect(refuse(paul, id, reason)).rejects.toMatchObject({ key: "approvalDecided" });
  await refuse(paul, turnedDown.id, "Too soon");
  const { versions, proposals } = await listVersions({ ...ines, now: noon("2032-01-20") });
  expect(versions.map(({ version, state }) => [version, state])).toEqual([
    ["together", "next"],
    [publicTariff.version, "inForce"],
  ]);
  expect(Object.fromEntries(proposals.map(({ version, status }) => [version, status]))).toEqual({
    never: "refused",
    together: "published",
  });
  const audited = await sql<{ action: string; actor: { userId: string } }[]>`
    select action, actor from audit_entries where subject_id in (${id}, ${tariffId}) order by id`;
  expect(audited.map(({ action, actor }) => [action, actor.userId])).toEqual([
    ["tariff.proposed", ines.user.id],
    ["tariff.created", paul.user.id],
  ]);
  await sql`update users set disabled_at = now() where role = 'support'`;
});

describe("a proposed list", () => {
  const now = noon("2032-06-10");
  let count = 0;
  async function proposeNext() {
    const [ines, paul] = [await supportAt(now), await supportAt(now)];
    const version = `waiting ${(count += 1)}`;
    const { id } = await proposeFile(ines, { file: fileOf(version), day: `2032-09-${String(count).padStart(2, "0")}`, reason });
    const isPublished = async () => (await listVersions(ines)).versions.some((one) => one.version === version);
    const status = async () => (await readProposal(paul, id)).status;
    return { ines, paul, id, isPublished, status };
  }

  // rules/authority.md#second-3
  test("waits when the only other person of support is disabled meanwhile, and is not published", async () => {
    const { ines, paul, id, isPublished } = await proposeNext();
    await sql`update users set disabled_at = now() where role = 'support' and id <> ${ines.user.id}`;
    await expect(approve(paul, id)).rejects.toMatchObject({ key: "supportOnly" });
    await expect(proposeFile(ines, { file: fileOf("alone"), day: "2032-12-01", reason })).resolves.toMatchObject({ isPublished: false });
    expect(await isPublished()).toBe(false);
  });

  test("is not approved by somebody who has lost the role since the page was opened", async () => {
    const { paul, id, status } = await proposeNext();
    await sql`update users set role = 'handler' where id = ${paul.user.id}`;
    await expect(approve(paul, id)).rejects.toMatchObject({ key: "supportOnly" });
    expect(await status()).toBe("waiting");
  });

  test("of somebody who was disabled meanwhile is still decided on by another person", async () => {
    const { ines, paul, id, isPublished } = await proposeNext();
    await sql`update users set disabled_at = now() where id = ${ines.user.id}`;
    await approve(paul, id);
    expect(await isPublished()).toBe(true);
  });

  // rules/authority.md#second-4
  test("is withdrawn by who proposed it alone, and its version can then be proposed again", async () => {
    const { ines, paul, id, status } = await proposeNext();
    await expect(withdraw(paul, id)).rejects.toMatchObject({ key: "approvalNotProposer" });
    await withdraw(ines, id);
    expect(await status()).toBe("withdrawn");
    await expect(approve(paul, id)).rejects.toMatchObject({ key: "approvalDecided" });
    await proposeFile(ines, { file: fileOf(`waiting ${count}`), day: "2032-10-01", reason });
  });

  test("is published once by two who approve it at once, and withdrawn or published where both happen at once", async () => {
    const both = await proposeNext();
    const third = await supportAt(now);
    const approvals = await Promise.allSettled([approve(both.paul, both.id), approve(third, both.id)]);
    expect(approvals.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(approvals.find(({ status }) => status === "rejected")).toMatchObject({ reason: { key: "approvalDecided" } });
    for (let round = 0; round < 3; round += 1) {
      const { ines, paul, id, isPublished, status } = await proposeNext();
      const [withdrawn, approved] = await Promise.allSettled([withdraw(ines, id), approve(paul, id)]);
      expect([withdrawn.status, approved.status].toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(await isPublished()).toBe(approved.status === "fulfilled");
      expect(await status()).toBe(approved.status === "fulfilled" ? "published" : "withdrawn");
    }
    await sql`update users set disabled_at = now() where role = 'support'`;
  });

  // rules/authority.md#second-2
  test("is published at once where FOUR_EYES_ABOVE is none", async () => {
    const ines = await supportAt(now);
    const { FOUR_EYES_ABOVE: above } = env;
    env.FOUR_EYES_ABOVE = null;
    try {
      await expect(proposeFile(ines, { file: fileOf("by one"), day: "2032-11-01", reason })).resolves.toMatchObject({ isPublished: true });
    } finally {
      env.FOUR_EYES_ABOVE = above;
    }
  });
});

// rules/prices.md#lists-3, #lists-4
test("a list takes effect at the next midnight of Paris at the earliest, and a version or a date is taken once", async () => {
  const list = { name: publicTariffName, version: "midnight", rates: raised };
  const evening = operator(new Date("2033-03-26T22:30:00.000Z"));
  const midnight = new Date("2033-03-26T23:00:00.000Z");
  await expect(publish(evening, { ...list, effectiveFrom: new Date(midnight.getTime() - 1) }, reason)).rejects.toMatchObject({
    key: "tariffTooSoon",
    values: { at: "2033-03-27" },
  });
  await publish(evening, { ...list, effectiveFrom: midnight }, reason);
  await expect(publish(evening, { ...list, effectiveFrom: noon("2033-05-01") }, reason)).rejects.toMatchObject({
    key: "tariffVersionTaken",
  });
  await expect(publish(evening, { ...list, version: "other", effectiveFrom: midnight }, reason)).rejects.toMatchObject({
    key: "tariffDateTaken",
  });
  const [ines, day] = [await supportAt(evening.now), noon("2033-05-01")];
  await expect(propose(ines, { ...list, effectiveFrom: day }, reason), "before a second person looks at it").rejects.toMatchObject({
    key: "tariffVersionTaken",
  });
  await expect(propose(ines, { ...list, version: "other", effectiveFrom: midnight }, reason)).rejects.toMatchObject({
    key: "tariffDateTaken",
    values: { at: "2033-03-27" },
  });
  // Summer time begins on this day, which has 23 hours.
  await expect(
    publish(operator(midnight), { ...list, version: "short", effectiveFrom: new Date("2033-03-27T21:59:59.999Z") }, reason),
  ).rejects.toMatchObject({ values: { at: "2033-03-28" } });
});

test("what is calculated is what a contract costs, with theft by the customer where it has that by itself", async () => {
  const period = { startDate: noon("2030-06-10"), endDate: noon("2030-09-10") };
  for (const shop of [await openShop(), await openShop(["client_theft"])]) {
    for (const options of [["break", "theft"] as const, ["break", "theft", "client_theft"] as const]) {
      const ctx = shop.at(noon("2030-06-01"));
      const { price } = await createContract(ctx, bodyOf(shop, "LMD", period.startDate, 3, { options }), { preview: true });
      const question = { productType: "bike", productSubtype: null, contractType: "LMD", valueExclCents: 240_000, ...period } as const;
      expect((await calculate(ctx, { ...question, uid: shop.uid, options: [...options] })).priceCents).toBe(Math.round(price * 100));
    }
  }
});

describe("a list raised by 4 %", () => {
  const midnight = new Date("2035-05-31T22:00:00.000Z");
  const [before, after] = [new Date(midnight.getTime() - 1_000), new Date(midnight.getTime() + 1_000)];

  async function publishRaised() {
    const base = {
      name: publicTariffName,
      version: "base 2035",
      rates: publicTariff.rates,
      effectiveFrom: new Date("2034-12-31T23:00:00.000Z"),
    };
    await publish(operator(noon("2034-12-01")), base, reason);
    const [ines, paul] = [await supportAt(noon("2035-04-20")), await supportAt(noon("2035-04-20"))];
    const shop = await openShop();
    const other = await openShop(["test_contracts"]);
    await makeContract(shop, "LMD", noon("2035-03-01"), 3);
    const recent = [
      await makeContract(shop, "LMD", noon("2035-04-01"), 3, { automatic_renewal: true }),
      await makeContract(other, "LCD", noon("2035-04-02"), 1, { products: [bike({ value_excl: 9000 })] }),
    ];
    await makeContract(other, "LMD", noon("2035-04-03"), 3, { test: true });
    const checked = await check(ines, fileOf("raised 2035"), midnight);
    const { id } = await propose(ines, { name: publicTariffName, version: "raised 2035", rates: raised, effectiveFrom: midnight }, reason);
    await approve(paul, id);
    await sql`update users set disabled_at = now() where role = 'support'`;
    return { shop, recent, checked };
  }

  // rules/prices.md#lists-7, #lists-10
  test("is simulated on the last 30 days' contracts, in force at midnight, told 30 days ahead, and taken by a renewal across it", async () => {
    const { shop, recent, checked } = await publishRaised();
    if ("errors" in checked) throw new Error("the file has problems");
    const { simulation, changes, raises } = checked;
    const [own] = await sql<{ cents: string; count: string }[]>`
      select sum(price_cents) as cents, count(distinct cid) as count from contract_products where cid = any(${recent})`;
    expect(simulation).toMatchObject({ contracts: 2, beforeCents: Number(own?.cents), todayCents: Number(own?.cents), isCut: false });
    expect(simulation.afterCents / simulation.beforeCents).toBeCloseTo(1.04, 3);
    expect(simulation.largest.map(({ cid }) => cid)).toEqual(recent.toReversed());
    expect(simulation.renters.reduce((sum, { afterCents }) => sum + afterCents, 0)).toBe(simulation.afterCents);
    expect(changes).toHaveLength(tariffFigures.filter(({ path }) => path.startsWith("annual_rates.")).length);
    expect(raises).toBe(true);

    const priceAt = async (now: Date) =>
      (await createContract(shop.at(now), bodyOf(shop, "LMD", noon("2035-06-10"), 3), { preview: true })).price;
    const [cheap, dear] = [await priceAt(before), await priceAt(after)];
    expect(await priceAt(midnight)).toBe(dear);
    expect(dear / cheap).toBeCloseTo(1.04, 3);
    const question = {
      productType: "bike",
      productSubtype: null,
      contractType: "LMD",
      valueExclCents: 240_000,
      options: ["break", "theft"],
    } as const;
    const dates = { startDate: noon("2035-06-10"), endDate: noon("2035-09-10") };
    const calculated = await calculate(shop.at(after), { ...question, uid: shop.uid, ...dates, options: [...question.options] });
    expect(calculated).toMatchObject({
      priceCents: Math.round(dear * 100),
      tariff: { version: "raised 2035" },
      days: 92,
      isMinimum: false,
    });

    const seen = await readForPortal(shop.at(before));
    expect([seen.inForce.version, seen.next?.tariff.version, seen.next?.raises]).toEqual(["base 2035", "raised 2035", true]);
    expect(await readForPortal(shop.at(after))).toMatchObject({ inForce: { version: "raised 2035" }, next: null });

    expect(await noticeRises(new Date(midnight.getTime() - 30 * 86_400_000 - 1))).toBe(0);
    const owner = await makeUser({ role: "owner", partnerId: shop.partnerId });
    mails.received.length = 0;
    const told = await noticeRises(new Date(midnight.getTime() - 30 * 86_400_000));
    expect(told).toBe(1);
    expect(await noticeRises(before)).toBe(0);
    await mails.deliver();
    expect(mails.received.filter(({ to }) => to.includes(owner.email))).toHaveLength(1);

    const [renewedCid = ""] = recent;
    await runJobs(noon("2035-07-02"));
    const [old, next] = await readChain(shop, renewedCid, noon("2035-07-02"));
    expect(old?.contract.price).toBeLessThan(next?.contract.price ?? 0);
    const [row] = await sql<{ version: string }[]>`
      select t.version from contracts c join tariffs t on t.id = c.tariff_id where c.cid = ${next?.contract.cid ?? ""}`;
    expect(row?.version).toBe("raised 2035");
  });
});

describe("electric bikes priced apart", () => {
  test("raise their own contracts, their changes and their renewals, and no other bike's", async () => {
    const from = new Date("2039-12-31T23:00:00.000Z");
    const electric: TariffRates = { ...publicTariff.rates, subtypeRates: { "bike/electric": { break: 600 } } };
    const version = { name: publicTariffName, version: "electric 2040", rates: electric, effectiveFrom: from };
    await publish(
      operator(noon("2039-06-01")),
      { ...version, version: "base 2040", rates: publicTariff.rates, effectiveFrom: noon("2039-07-01") },
      reason,
    );
    await publish(operator(noon("2039-12-01")), version, reason);
    const shop = await openShop();
    const start = noon("2040-01-10");
    const priceOf = async (now: Date, ...kinds: string[]) => {
      const products = kinds.map((product_subtype) => bike({ product_subtype, value_excl: 1000 }));
      return (await createContract(shop.at(now), bodyOf(shop, "LMD", start, 3, { products }), { preview: true })).price;
    };
    const [earlier, later] = [new Date(from.getTime() - 1_000), noon("2040-01-05")];
    expect(await priceOf(earlier, "electric")).toBe(await priceOf(earlier, "standard"));
    expect(await priceOf(later, "standard")).toBe(await priceOf(earlier, "standard"));
    const dear = await priceOf(later, "electric");
    expect(dear / (await priceOf(later, "standard"))).toBeCloseTo(11 / 9, 3);
    expect(await priceOf(later, "electric", "standard")).toBeCloseTo(dear + (await priceOf(later, "standard")), 2);

    const products = [bike({ product_subtype: "electric", value_excl: 1000 })];
    // Its own list has no rates of subtypes, the list of its renewal has.
    const cid = await makeContract(shop, "LMD", noon("2039-11-10"), 3, { products, automatic_renewal: true });
    await runJobs(noon("2040-02-12"));
    const [old, next] = await readChain(shop, cid, noon("2040-02-12"));
    const days = (contract: typeof old) =>
      (Date.parse(contract?.contract.end_date ?? "") - Date.parse(contract?.contract.start_date ?? "")) / 86_400_000;
    expect((next?.contract.price ?? 0) / days(next) / ((old?.contract.price ?? 0) / days(old))).toBeCloseTo(11 / 9, 2);
  });
});

describe("a version that takes effect before one that is already scheduled", () => {
  // rules/prices.md#lists-8
  test("is compared with the version that it replaces, and says which of its figures fall back", async () => {
    const ines = await supportAt(noon("2041-01-10"));
    const base = { name: publicTariffName, version: "base 2041", rates: publicTariff.rates, effectiveFrom: noon("2041-02-01") };
    await publish(operator(noon("2041-01-10")), base, reason);
    const scheduled = { ...base, version: "scheduled 2041", rates: { ...raised, minimum: 60 }, effectiveFrom: noon("2041-06-01") };
    await publish(operator(noon("2041-01-10")), scheduled, reason);
    const between = writePriceFile(
      { name: publicTariffName, version: "between", rates: { ...publicTariff.rates, taxRate: 1_000, minimum: 60 } },
      "csv",
    );
    const checked = await check(ines, between, noon("2041-04-01"));
    expect(checked).toMatchObject({
      follows: { version: "base 2041" },
      changes: [{ path: "tax_rate" }, { path: "minimum" }],
      fallBack: { version: "scheduled 2041", changes: [{ path: "tax_rate", before: 0.1, after: 0.09 }] },
    });
    expect(await check(ines, between, noon("2041-07-01"))).toMatchObject({ follows: { version: "scheduled 2041" }, fallBack: null });
    await sql`update users set disabled_at = now() where role = 'support'`;
  });
});

// rules/prices.md#lists-9
test("a figure that changes by more than half is published only once it was typed", async () => {
  const ines = await supportAt(noon("2042-01-10"));
  const mistyped: TariffRates = {
    ...publicTariff.rates,
    annualRates: { ...publicTariff.rates.annualRates, bike: { break: 4_160, theft: 500, client_theft: 150 } },
  };
  const form = { file: fileOf("mistyped", mistyped), day: "2042-02-01", reason };
  await expect(proposeFile(ines, form)).rejects.toMatchObject({
    key: "tariffUnconfirmed",
    values: { figures: "annual_rates.bike.break 0.416" },
  });
  const other = { ...form, confirmed: { "annual_rates.bike.break": 0.0416 } };
  await expect(proposeFile(ines, other)).rejects.toMatchObject({ key: "tariffUnconfirmed" });
  await proposeFile(ines, { ...form, confirmed: { "annual_rates.bike.break": 0.416 } });
  await sql`update users set disabled_at = now() where role = 'support'`;
});
