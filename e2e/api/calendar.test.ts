import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { refuse, succeed } from "#e2e/api/client.ts";
import { individual, insured, lcd, lld, lmd } from "#e2e/api/samples.ts";
import { asStaff, makeRenter, makeShop } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { moveSandboxClock } from "#lib/developer/sandbox/endpoints.ts";
import { addContractProducts, createContract, listContracts, readContract } from "#lib/insurance/contracts/endpoints.ts";
import { change } from "#lib/insurance/renters/register.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";
import { calendarOf } from "#lib/platform/time/calendar.ts";

/** A year to come, whenever the tests run. */
const year = new Date().getUTCFullYear() + 1;
const paris = calendarOf("Europe/Paris");
/** The instant of a local time in Paris, such as `05-01T00:00`. */
const at = (local: string, of = year): string => new Date(paris.instantOf(`${of}-${local}`)).toISOString();
const later = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

/** The Sunday on which the clocks of Europe change, in March or October, as a day of the month. */
function changeOfClocks(month: 3 | 10): number {
  const last = new Date(Date.UTC(year, month, 0));
  return last.getUTCDate() - last.getUTCDay();
}

async function priceOf({ key }: Pick<Shop, "key">, body: object): Promise<number> {
  return (await succeed(key, createContract, { query: { preview: true }, body })).price;
}

const [spring, autumn] = [changeOfClocks(3), changeOfClocks(10)];
/** Two days from ten to ten, with the change of clocks in October in between. */
const overAutumn = { start_date: at(`10-${autumn - 1}T10:00`), end_date: later(at(`10-${autumn - 1}T10:00`), 49 * 3_600_000) };

// rules/calendar.md#days-1
describe("days are counted where the rental company is", () => {
  test("two days cost the same over the end of summer time, over its beginning and in June", async () => {
    const shop = await makeShop();
    const june = await priceOf(shop, lcd(shop.uid, { start_date: at("06-10T10:00"), end_date: at("06-12T10:00") }));
    expect(await priceOf(shop, lcd(shop.uid, overAutumn))).toBe(june);
    const start_date = at(`03-${spring - 1}T10:00`);
    expect(await priceOf(shop, lcd(shop.uid, { start_date, end_date: later(start_date, 47 * 3_600_000) }))).toBe(june);
  });

  test("a month from 10 October costs as much as one from 10 May", async () => {
    const shop = await makeShop();
    const month = (start: string, end: string) => priceOf(shop, lmd(shop.uid, { start_date: at(start), end_date: at(end) }));
    expect(await month("10-10T10:00", "11-10T10:00")).toBe(await month("05-10T10:00", "06-10T10:00"));
  });

  test("a rental company in Réunion, where no clock changes, pays for the third day that 49 hours begin", async () => {
    const shop = await makeShop();
    const uid = await makeRenter(shop.key, { company: { ...sampleCompany, zipcode: "97400", city: "SAINT-DENIS" } });
    const three = { start_date: at("06-10T10:00"), end_date: at("06-13T10:00") };
    expect(await priceOf(shop, lcd(uid, overAutumn))).toBe(await priceOf(shop, lcd(uid, three)));
  });
});

// rules/calendar.md#days-2, #months-1
describe("lengths are counted where the rental company is", () => {
  test("an LCD lasts 31 days over the end of summer time, and no millisecond more", async () => {
    const shop = await makeShop();
    const period = { start_date: at("10-10T10:00"), end_date: at("11-10T10:00") };
    expect(await priceOf(shop, lcd(shop.uid, period))).toBeGreaterThan(0);
    expect(
      await refuse(shop.key, createContract, { body: lcd(shop.uid, { ...period, end_date: later(period.end_date, 1) }) }),
    ).toMatchObject({
      code: 1002,
    });
  });

  test("15 January to 15 July at ten is six months", async () => {
    const shop = await makeShop();
    const period = { start_date: at("01-15T10:00", year + 1), end_date: at("07-15T10:00", year + 1) };
    const long = { ...period, options: ["break", "theft", "individual"], individual };
    expect(await priceOf(shop, lmd(shop.uid, long))).toBeGreaterThan(0);
    expect(await refuse(shop.key, createContract, { body: lmd(shop.uid, period) })).toMatchObject({ code: 1020 });
  });

  test("1 March to 1 March at midnight is twelve months", async () => {
    const shop = await makeShop();
    const period = { start_date: at("03-01T00:00"), end_date: at("03-01T00:00", year + 1) };
    const long = { ...period, options: ["break", "theft", "individual"], individual };
    for (const body of [lld(shop.uid, period), lmd(shop.uid, long)]) expect(await priceOf(shop, body)).toBeGreaterThan(0);
  });

  test("May pays one month of an option", async () => {
    const shop = await makeShop();
    const may = { start_date: at("05-01T00:00"), end_date: at("06-01T00:00") };
    const without = await priceOf(shop, lmd(shop.uid, may));
    const withLiability = await priceOf(shop, lmd(shop.uid, { ...may, options: ["break", "theft", "rc"] }));
    expect(withLiability - without).toBeCloseTo(0.98, 1);
  });
});

// rules/calendar.md#months-4, #months-5
test.each([
  ["the 31st", ["01-31T10:00", "02-28T10:00", "03-31T10:00", "04-30T10:00", "05-31T10:00"]],
  ["a calendar month", ["02-01T00:00", "03-01T00:00", "04-01T00:00", "05-01T00:00", "06-01T00:00"]],
])("renewals of %s keep its day", async (_what, days) => {
  // A common year, whose February has 28 days.
  const common = [year + 1, year + 2].find((one) => one % 4 !== 0) ?? year;
  const shop = await makeShop();
  const [start_date = "", end_date = "", ...ends] = days.map((local) => at(local, common));
  await succeed(shop.key, createContract, { body: lmd(shop.uid, { start_date, end_date, automatic_renewal: true }) });
  await succeed(shop.key, moveSandboxClock, { body: { to: later(ends.at(-2) ?? "", 60_000) } });
  const contracts = await succeed(shop.key, listContracts, { query: { uid: shop.uid } });
  expect(contracts.map((contract) => contract.end_date).toReversed()).toEqual([end_date, ...ends]);
  const prices = contracts.map(({ products }) => Object.values(products)[0]?.price);
  expect(prices.every((price) => price !== undefined && price > 0)).toBe(true);
});

// rules/calendar.md#zones-1, #zones-2
test.each(["with its zone", "without one, as an earlier release wrote it"])(
  "a contract that was stored %s goes on counting by it when support changes the zone of the rental company",
  async (how) => {
    const shop = await makeShop();
    const body = lmd(shop.uid, { start_date: at("09-10T10:00"), end_date: at("12-10T10:00") });
    const { cid = "" } = await succeed(shop.key, createContract, { body });
    if (how !== "with its zone") await sql`update contracts set time_zone = null where cid = ${cid}`;
    const added = { params: { contractId: cid }, query: { preview: true }, body: { ...overAutumn, products: [insured()] } };
    const before = await succeed(shop.key, addContractProducts, added);
    await change(asStaff(), shop.uid, { seen: { timeZone: "Europe/Paris" }, changes: { timeZone: "Indian/Reunion" }, reason: "moved" });
    expect((await succeed(shop.key, addContractProducts, added)).price).toBe(before.price);
    const three = { start_date: at("06-10T10:00"), end_date: at("06-13T10:00") };
    expect(await priceOf(shop, lcd(shop.uid, overAutumn))).toBe(await priceOf(shop, lcd(shop.uid, three)));
    expect((await succeed(shop.key, readContract, { params: { contractId: cid } })).cid).toBe(cid);
  },
);
