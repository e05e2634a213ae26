import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { change as changePartner } from "#lib/account/partners/change.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { addProducts } from "#lib/insurance/contracts/change.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { create as createTariff } from "#lib/insurance/prices/create.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { publicTariffName } from "#lib/insurance/prices/schema.ts";
import type { NewTariff } from "#lib/insurance/prices/schema.ts";
import { amend as amendRenewal } from "#lib/insurance/renewals/configure.ts";
import {
  bike,
  bodyOf,
  makeContract,
  noon,
  openShop,
  readAll,
  readChain,
  readEvents,
  readStory,
  runJobs,
} from "#lib/insurance/renewals/shop.fixture.ts";
import { addUtcMonths as addMonths } from "#lib/platform/time/calendar.fixture.ts";

// A database of its own, since these jobs run in years in which other tests have contracts.
await useOwnDatabase();

const renewed = { automatic_renewal: true };
const minute = 60_000;

describe("a contract with a renewal", () => {
  test("is renewed at its end, for the same duration, starting at that end", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", noon("2027-01-31"), 3, renewed);
    const end = noon("2027-04-30");
    await runJobs(new Date(end.getTime() - 1));
    expect((await readAll(shop, cid, end)).contract.status).toBe("open");
    await runJobs(end);

    const [old, next] = await readChain(shop, cid, end);
    expect(old?.contract).toMatchObject({ status: "closed", end_date: end.toISOString() });
    expect(old?.renewals).toMatchObject([{ applied: true, applied_at: end.toISOString(), next_cid: next?.contract.cid, extension: 0 }]);
    const { cid: _cid, products, created_date, updated_date, start_date, end_date, ...same } = next!.contract;
    expect(old?.contract).toMatchObject({ ...same, status: "closed", price: expect.any(Number) });
    expect([start_date, end_date, created_date, updated_date]).toEqual(
      [end, noon("2027-07-31"), end, end].map((date) => date.toISOString()),
    );
    const [[, before], [cpid, after]] = [Object.entries(old!.contract.products)[0]!, Object.entries(products)[0]!];
    expect(old?.contract.products).not.toHaveProperty(cpid);
    expect(after).toEqual({ ...before, status: "open", start_date, end_date, price: after.price });
    expect(next?.renewals).toMatchObject([
      {
        cid: next?.contract.cid,
        applied: false,
        notified: false,
        duration_months: 3,
        extension: 1,
        renewal_scheduled_for: end_date,
        notification_scheduled_for: noon("2027-06-30").toISOString(),
      },
    ]);
  });

  // rules/renewals.md#apply-4
  test("emits in this order: renewed with the new contract, the new renewal, closed with the old one", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", noon("2027-01-15"), 1, { ...renewed, products: [bike(), bike()] });
    await runJobs(noon("2027-01-20"));
    await runJobs(noon("2027-02-15"));
    const [old, next] = await readChain(shop, cid, noon("2027-02-15"));
    const told = await sql<{ type: string; subject: string }[]>`
      select event_type as type, subject_id as subject from events where subject_id in (${cid}, ${next!.contract.cid}) order by id`;
    expect(told.map(({ type, subject }) => [type.replace("v2.contract.", ""), subject === cid ? "old" : "new"])).toEqual([
      ["created", "old"],
      ["renewal.enabled", "old"],
      ["renewal.notification", "old"],
      ["renewed", "new"],
      ["renewal.enabled", "new"],
      ["closed", "old"],
    ]);
    const [created, following] = await readEvents(next!.contract.cid);
    expect(created?.data).toEqual(next?.contract);
    const { arid, ...fields } = next!.renewals[0]!;
    expect(following?.data).toEqual({ id: arid, uid: shop.uid, ...fields });
    expect((await readEvents(cid)).at(-1)?.data).toEqual(old?.contract);
  });

  test("of one month is renewed twelve times in a year, with a notice each time, and continues", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", noon("2027-01-10"), 1, renewed);
    for (let day = noon("2027-01-10"); day <= noon("2028-01-15"); day = new Date(day.getTime() + 5 * 24 * 60 * minute)) await runJobs(day);
    const chain = await readChain(shop, cid, noon("2028-01-10"));
    expect(chain.map(({ renewals }) => renewals.map(({ extension }) => extension))).toEqual(
      Array.from({ length: 13 }, (_none, index) => [index]),
    );
    expect(chain.map(({ contract }) => contract.status)).toEqual([...Array.from({ length: 12 }, () => "closed"), "open"]);
    expect(chain.map(({ contract }) => contract.start_date)).toEqual(
      Array.from({ length: 13 }, (_none, index) => addMonths(noon("2027-01-10"), index).toISOString()),
    );
    expect(chain.slice(0, 12).every(({ renewals }) => renewals[0]?.notified)).toBe(true);
  });

  // rules/renewals.md#apply-3
  test("of one year is renewed for five years: extension 5, no gap, no overlap", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LLD", noon("2028-02-29"), 12, renewed);
    for (let month = 0; month <= 61; month += 1) await runJobs(addMonths(noon("2028-02-29"), month));
    const chain = await readChain(shop, cid, noon("2033-04-01"));
    expect(chain.map(({ contract }) => contract.start_date.slice(0, 10))).toEqual([
      "2028-02-29",
      "2029-02-28",
      "2030-02-28",
      "2031-02-28",
      "2032-02-29",
      "2033-02-28",
    ]);
    expect(chain.at(-1)).toMatchObject({
      contract: { status: "open", end_date: noon("2034-02-28").toISOString() },
      renewals: [{ extension: 5 }],
    });
    for (const [index, { contract }] of chain.slice(1).entries()) expect(contract.start_date).toBe(chain[index]?.contract.end_date);
    const notices = chain.slice(0, 5).map(({ renewals }) => renewals[0]?.notified_at?.slice(0, 10));
    expect(notices).toEqual(["2029-01-29", "2030-01-29", "2031-01-29", "2032-01-29", "2033-01-29"]);
  });

  test("passes on its settings, and the products that are still insured at its end", async () => {
    const shop = await openShop(["renew_by_default"]);
    const cid = await makeContract(shop, "LMD", noon("2027-01-10"), 3, {
      products: [bike(), bike({ model: "Two" }), bike({ model: "Three" })],
    });
    const [kept, gone, later] = Object.keys((await readAll(shop, cid, noon("2027-01-10"))).contract.products);
    await sql`update contract_products set status = 'cancel', price_cents = 0 where cpid = ${gone!}`;
    await sql`update contract_products set end_reason = 'sold' where cpid = ${later!}`;
    await sql`update automatic_renewals set duration_months = 6, use_notification = false where cid = ${cid}`;
    await runJobs(noon("2027-04-10"));
    const [old, next] = await readChain(shop, cid, noon("2027-04-10"));
    expect(old?.contract.products).toMatchObject({
      [kept!]: { status: "closed" },
      [gone!]: { status: "cancel" },
      [later!]: { status: "terminated" },
    });
    expect(Object.values(next!.contract.products)).toMatchObject([{ product_id: old?.contract.products[kept!]?.product_id }]);
    expect(next).toMatchObject({
      contract: { end_date: noon("2027-10-10").toISOString() },
      renewals: [{ default_application: true, use_notification: false, duration_months: 6 }],
    });
  });
});

test("a contract that was renewed for longer takes products of another type", async () => {
  const shop = await openShop();
  const cid = await makeContract(shop, "LMD", noon("2027-02-01"), 3, renewed);
  const { renewals } = await readAll(shop, cid, noon("2027-02-02"));
  await amendRenewal(shop.at(noon("2027-02-02")), cid, renewals[0]?.arid ?? "", { duration_months: 8 });
  const end = noon("2027-05-01");
  await runJobs(end);
  const [, next] = await readChain(shop, cid, end);
  const camera = bike({ product_type: "high-tech", product_subtype: "camera", brand: "Sony", model: "A7" });
  const body = { start_date: end.toISOString(), products: [camera] };
  const joined = await addProducts(shop.at(end), next?.contract.cid ?? "", body, { preview: false });
  expect(joined).toMatchObject({ end_date: noon("2028-01-01").toISOString(), options: next?.contract.options });
  expect(Object.keys(joined.products)).toHaveLength(2);
});

describe("a contract is not renewed", () => {
  test("if its renewal was rejected, or if it has none", async () => {
    const shop = await openShop();
    const [rejected, none] = [
      await makeContract(shop, "LMD", noon("2027-01-10"), 3, renewed),
      await makeContract(shop, "LMD", noon("2027-01-10"), 3),
    ];
    await sql`update automatic_renewals set rejected_at = now() where cid = ${rejected}`;
    await runJobs(noon("2027-04-10"));
    for (const cid of [rejected, none]) {
      expect(await readChain(shop, cid, noon("2027-04-10"))).toMatchObject([{ contract: { status: "closed" } }]);
    }
    expect(await readStory(rejected)).toEqual(["created", "renewal.enabled", "closed"]);
  });

  // rules/renewals.md#apply-5
  test("if none of its products is insured any more", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", noon("2027-01-10"), 3, renewed);
    const over = noon("2027-03-01").toISOString();
    await sql`update contract_products set end_date = ${over} where cid = ${cid}`;
    await sql`update contracts set due_at = ${over} where cid = ${cid}`;
    await runJobs(noon("2027-03-15"));
    expect(await readAll(shop, cid, noon("2027-03-15"))).toMatchObject({ contract: { status: "open" }, renewals: [{ applied: false }] });
    await runJobs(noon("2027-04-10"));
    expect(await readChain(shop, cid, noon("2027-04-10"))).toMatchObject([
      { contract: { status: "closed" }, renewals: [{ applied: false }] },
    ]);
    expect(await readStory(cid)).toEqual(["created", "renewal.enabled", "renewal.notification", "updated", "closed"]);
  });
});

describe("the price of a renewed contract", () => {
  /** A tariff that doubles every price before tax. */
  const dearer = (name: string, effectiveFrom: Date): NewTariff => ({
    name,
    version: "2",
    effectiveFrom,
    rates: { ...publicTariff.rates, termFactors: { LCD: 60_000, LMD: 30_000, LLD: 20_000 } },
  });

  // rules/prices.md#changes-6, #changes-7
  test("follows the tariff on the day of the renewal, however late the job, and the old contract keeps its own", async () => {
    const staff = operatorContext("tests", noon("2027-01-01"));
    await createTariff(staff, dearer(publicTariffName, noon("2040-04-10")));
    const shop = await openShop();
    const before = await makeContract(shop, "LMD", new Date(noon("2040-01-10").getTime() - 1), 3, renewed);
    const after = await makeContract(shop, "LMD", noon("2040-01-10"), 3, renewed);
    await runJobs(noon("2040-05-01"));
    const [[old, same], [, dear]] = [await readChain(shop, before, noon("2040-05-01")), await readChain(shop, after, noon("2040-05-01"))];
    expect(old?.contract.price).toBe((await readEvents(before))[0]?.data["price"]);
    const preview = (moment: Date, start: Date) => create(shop.at(moment), bodyOf(shop, "LMD", start, 3), { preview: true });
    expect(same?.contract.price).toBe((await preview(noon("2040-04-09"), noon("2040-04-10"))).price);
    expect(dear?.contract.price).toBe((await preview(noon("2040-04-10"), noon("2040-04-10"))).price);
    expect(dear?.contract.price).toBeGreaterThan((same?.contract.price ?? 0) * 1.9);
  });

  // rules/prices.md#lists-2
  test("follows the partner's own tariff once it has taken effect", async () => {
    const staff = operatorContext("tests", noon("2027-01-01"));
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", noon("2027-01-10"), 3, renewed);
    const own = await createTariff(staff, dearer(shop.partnerId, noon("2027-07-10")));
    await changePartner(staff, shop.partnerId, { tariffId: own.id }, { reason: "tests" });
    await runJobs(noon("2027-07-10"));
    const [first, second, third] = await readChain(shop, cid, noon("2027-07-10"));
    expect(second?.contract.price).toBeLessThan((first?.contract.price ?? 0) * 1.1);
    expect(third?.contract.price).toBeGreaterThan((first?.contract.price ?? 0) * 1.9);
  });
});
