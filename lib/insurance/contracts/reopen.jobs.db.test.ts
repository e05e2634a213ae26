import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { end } from "#lib/insurance/contracts/change.ts";
import { reopen } from "#lib/insurance/contracts/reopen.ts";
import { amend, configure } from "#lib/insurance/renewals/configure.ts";
import { readCurrent } from "#lib/insurance/renewals/read.ts";
import {
  actOnAllAtOnce,
  bike,
  makeContract,
  noon,
  openShop,
  readAll,
  readChain,
  readEvents,
  readStory,
  runJobs,
} from "#lib/insurance/renewals/shop.fixture.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";

// A database of its own, since these jobs run in years in which other tests have contracts.
await useOwnDatabase();

const renewed = { automatic_renewal: true };
const staffAt = (now: Date) => operatorContext("Ada", now);
const later = (date: Date, hours: number) => new Date(date.getTime() + hours * 3_600_000);
const start = noon("2027-01-10");
const last = noon("2027-03-10");
const day = noon("2027-03-20");
const extended = { endDate: noon("2027-05-10"), reason: "closed by mistake" };

async function makeClosed(changes: Record<string, unknown> = {}) {
  const shop = await openShop();
  const cid = await makeContract(shop, "LMD", start, 2, changes);
  await runJobs(last);
  return { shop, cid };
}

async function errorOf(reopening: Promise<unknown>): Promise<string> {
  const error: unknown = await reopening.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UserError);
  return (error as UserError).message;
}

describe("reopening a closed contract", () => {
  // rules/contracts.md#states-4
  test("opens it until its new end, with the products that closed with it, at the price of its whole period", async () => {
    const { shop, cid } = await makeClosed({ products: [bike(), bike()] });
    const before = await readAll(shop, cid, day);
    const opened = await reopen(staffAt(day), cid, extended);
    const { contract } = await readAll(shop, cid, day);
    expect(opened).toEqual(contract);
    const [end_date, updated_date] = [extended.endDate, day].map((date) => date.toISOString());
    expect(contract).toEqual({
      ...before.contract,
      status: "open",
      end_date,
      updated_date,
      products: contract.products,
      price: contract.price,
    });
    const products = Object.entries(before.contract.products).map(([cpid, product]) => [
      cpid,
      { ...product, status: "open", end_date, price: contract.price / 2 },
    ]);
    expect(contract.products).toEqual(Object.fromEntries(products));
    expect(contract.price).toBeGreaterThan(before.contract.price);
  });

  test("emits an event with the contract as it then is", async () => {
    const { cid } = await makeClosed();
    const opened = await reopen(staffAt(day), cid, extended);
    expect((await readEvents(cid)).slice(1)).toMatchObject([
      { type: "v2.contract.closed" },
      { type: "v2.contract.reopened", data: opened },
    ]);
  });

  test("is in the audit log with who did it and why", async () => {
    const { cid } = await makeClosed();
    await reopen(staffAt(day), cid, extended);
    expect(await sql`select at, actor, action, reason, details from audit_entries where subject_id = ${cid}`).toMatchObject([
      {
        actor: { type: "staff", name: "Ada" },
        action: "contract.reopened",
        reason: "closed by mistake",
        details: { endedOn: last.toISOString(), endsOn: extended.endDate.toISOString() },
      },
    ]);
  });

  test("makes it close again at its new end", async () => {
    const { shop, cid } = await makeClosed();
    const opened = await reopen(staffAt(day), cid, extended);
    await runJobs(extended.endDate);
    expect((await readAll(shop, cid, day)).contract).toMatchObject({ status: "closed", price: opened.price });
    expect(await readStory(cid)).toEqual(["created", "closed", "reopened", "closed"]);
  });
});

describe("a reopened contract", () => {
  // rules/renewals.md#apply-6
  test("has no renewal until one is requested, which applies at the new end; the previous one stays in the history", async () => {
    const shop = await openShop(["bulk_renewals"]);
    const cid = await makeContract(shop, "LMD", start, 2, renewed);
    const rejected = await readCurrent(shop.at(start), cid);
    await amend(shop.at(start), cid, rejected.arid, { rejected: true });
    await runJobs(last);
    await reopen(staffAt(day), cid, extended);
    const ctx = shop.at(day);
    await expect(readCurrent(ctx, cid)).rejects.toMatchObject({ errorName: "RENEWAL_NOT_FOUND" });
    await expect(amend(ctx, cid, rejected.arid, { rejected: false })).rejects.toMatchObject({ errorName: "RENEWAL_NOT_FOUND" });
    const renewal = await configure(ctx, cid, {});
    expect(renewal).toMatchObject({ extension: 0, duration_months: 4, renewal_scheduled_for: extended.endDate.toISOString() });
    await runJobs(extended.endDate);
    const [old, next] = await readChain(shop, cid, day);
    expect(old?.renewals.map(({ arid, applied }) => [arid, applied])).toEqual([
      [renewal.arid, true],
      [rejected.arid, false],
    ]);
    expect(next?.contract).toMatchObject({ status: "open", start_date: extended.endDate.toISOString() });
  });

  test("that came from a renewal continues the count of renewals, by POST and in bulk", async () => {
    for (const ask of [
      (ctx: Parameters<typeof configure>[0], cid: string) => configure(ctx, cid, {}),
      async (ctx: Parameters<typeof configure>[0]) => (await actOnAllAtOnce(ctx, { add_to_all_contracts: true }))[0],
    ]) {
      const shop = await openShop(["bulk_renewals"]);
      await runJobs(noon("2026-12-01"));
      const cid = await makeContract(shop, "LMD", start, 2, renewed);
      await runJobs(last);
      const [, next] = await readChain(shop, cid, last);
      const second = next!.contract.cid;
      await amend(shop.at(last), second, next!.renewals[0]!.arid, { rejected: true });
      const end_date = noon("2027-05-10");
      await runJobs(end_date);
      await reopen(staffAt(later(end_date, 1)), second, { endDate: noon("2027-07-10"), reason: "late" });
      expect(await ask(shop.at(later(end_date, 1)), second)).toMatchObject({ cid: second, extension: 1 });
    }
  });
});

describe("support sees why a contract cannot be reopened:", () => {
  test("it does not exist", async () => {
    await expect(reopen(staffAt(day), "nothing", extended)).rejects.toThrow(
      new NotFound("there is no contract nothing", { key: "noContract" }),
    );
  });

  // rules/contracts.md#states-5
  test("it was renewed, so that its cover would overlap", async () => {
    const { shop, cid } = await makeClosed(renewed);
    const [, next] = await readChain(shop, cid, day);
    const before = await readAll(shop, cid, day);
    expect(await errorOf(reopen(staffAt(day), cid, extended))).toBe(
      `the contract ${cid} was renewed: ${next?.contract.cid} continues its cover`,
    );
    expect(await readAll(shop, cid, day)).toEqual(before);
  });

  test("it is open, was terminated or cancelled", async () => {
    const shop = await openShop();
    const make = () => makeContract(shop, "LMD", start, 4);
    const [open, terminated, cancelled] = [await make(), await make(), await make()];
    await end(shop.at(start), cancelled, undefined, { preview: false });
    await end(shop.at(later(start, 48)), terminated, { reason: "sold" }, { preview: false });
    for (const [cid, status] of [
      [open, "open"],
      [terminated, "terminated"],
      [cancelled, "cancel"],
    ] as const) {
      expect(await errorOf(reopen(staffAt(day), cid, extended))).toBe(
        `only a closed contract can be reopened; the status of this one is ${status}`,
      );
    }
  });

  test.each([
    ["its new end is past", day, "end_date 2027-03-20T12:00:00.000Z is in the past; it is now 2027-03-20T12:00:00.000Z"],
    [
      "it would last longer than its type",
      noon("2028-01-11"),
      "an LMD contract lasts 1 to 12 months: end_date must be 2028-01-10T12:00:00.000Z or earlier",
    ],
    [
      "it would need what it has not",
      noon("2027-12-10"),
      "options: an LMD contract of 6 months or more needs exactly one of company, individual",
    ],
  ])("%s", async (_why, endDate, message) => {
    const { shop, cid } = await makeClosed();
    const before = await readAll(shop, cid, day);
    expect(await errorOf(reopen(staffAt(day), cid, { ...extended, endDate }))).toContain(message);
    expect(await readAll(shop, cid, day)).toEqual(before);
    expect(await readStory(cid)).toEqual(["created", "closed"]);
  });

  test("another user has just reopened it", async () => {
    const { cid } = await makeClosed();
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => reopen(staffAt(day), cid, extended)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await readStory(cid)).filter((event) => event === "reopened")).toHaveLength(1);
  });
});
