import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { addProducts, amend, end, removeProducts } from "#lib/insurance/contracts/change.ts";
import { read as readContract } from "#lib/insurance/contracts/read.ts";
import { reopen } from "#lib/insurance/contracts/reopen.ts";
import { configure } from "#lib/insurance/renewals/configure.ts";
import { bike, makeContract, noon, openShop, readChain, runJobs } from "#lib/insurance/renewals/shop.fixture.ts";
import type { Shop } from "#lib/insurance/renewals/shop.fixture.ts";
import { attachOpened, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { closeMonths, closeStatements } from "#lib/insurance/statements/close.ts";
import { countFigures } from "#lib/insurance/statements/figures.ts";
import { entriesAsCsv } from "#lib/insurance/statements/list-entries.ts";
import { list, read } from "#lib/insurance/statements/read.ts";
import { closingOf, monthAfter, monthOf, monthsFrom } from "#lib/insurance/statements/rules/months.ts";
import { readPremiums } from "#lib/insurance/statements/totals.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { newId } from "#lib/platform/ids.ts";
import { addUtcMonths as addMonths } from "#lib/platform/time/calendar.fixture.ts";

// A database of its own, since the jobs end what is due of all worlds.
await useOwnDatabase();

const reason = "The customer bought the bike.";
const applied = { preview: false };
const staff = (now: Date) => operatorContext("Ines Caron", now);

interface Entry {
  kind: string;
  cents: number;
  at: Date;
}

const entriesOf = (cid: string) => sql<Entry[]>`
  select kind, amount_cents::int as cents, at from premium_entries where cid = ${cid} order by id`;
const sumOf = (entries: readonly { cents: number }[]) => entries.reduce((sum, { cents }) => sum + cents, 0);
const kindsOf = (entries: readonly Entry[]) => entries.map(({ kind }) => kind);

describe("the premium ledger gets an entry when a contract is", () => {
  const start = noon("2031-03-10");
  const later = noon("2031-03-20");

  async function openContract(shop: Shop) {
    const cid = await makeContract(shop, "LMD", start, 3, { products: [bike(), bike({ value_excl: 1000 })] });
    const { products } = await readContract(shop.at(start), cid);
    return { cid, cpids: Object.keys(products) as [string, string] };
  }

  // rules/statements.md#ledger-1, #ledger-3
  test("created, added, amended, removed and terminated", async () => {
    const shop = await openShop();
    const { cid, cpids } = await openContract(shop);
    await addProducts(shop.at(later), cid, { start_date: later.toISOString(), products: [bike()] }, applied);
    await amend(shop.at(later), cid, { products: { [cpids[0]]: { user_name: "Grace" } } }, applied);
    await removeProducts(shop.at(later), cid, { reason, products: [cpids[1]] }, applied);
    await end(shop.at(noon("2031-04-01")), cid, { reason }, applied);
    const entries = await entriesOf(cid);
    expect(kindsOf(entries)).toEqual([
      ...["created", "created", "added"],
      ...["amended", "amended"],
      "removed",
      ...["terminated", "terminated"],
    ]);
    expect(sumOf(entries.filter(({ kind }) => kind === "amended"))).toBe(0);
    expect(entries.toSorted((one, other) => one.at.getTime() - other.at.getTime())).toEqual([...entries]);
  });

  test("cancelled, which reverts everything; a preview or a change without a new price writes nothing", async () => {
    const shop = await openShop();
    const { cid } = await openContract(shop);
    await end(shop.at(start), cid, {}, { preview: true });
    expect(kindsOf(await entriesOf(cid))).toEqual(["created", "created"]);
    await end(shop.at(start), cid, {}, applied);
    const entries = await entriesOf(cid);
    expect(kindsOf(entries)).toEqual(["created", "created", "cancelled", "cancelled"]);
    expect(sumOf(entries)).toBe(0);
  });

  test("reopened, or terminated for a later day, on the day of the decision", async () => {
    const shop = await openShop();
    const { cid } = await openContract(shop);
    const closing = addMonths(start, 3);
    await runJobs(closing);
    await reopen(staff(closing), cid, { endDate: addMonths(closing, 1), reason });
    await end(shop.at(closing), cid, { reason, end_date: noon("2031-06-20").toISOString() }, applied);
    await runJobs(noon("2031-06-21"));
    const entries = await entriesOf(cid);
    expect(kindsOf(entries)).toEqual(["created", "created", "reopened", "reopened", "terminated", "terminated"]);
  });

  // rules/statements.md#ledger-3
  test("renewed, for the new contract, which no statement counts as changed", async () => {
    const shop = await openShop();
    const { cid } = await openContract(shop);
    await configure(shop.at(start), cid, {});
    const closing = addMonths(start, 3);
    await runJobs(closing);
    const [, next] = await readChain(shop, cid, closing);
    expect(kindsOf(await entriesOf(next?.contract.cid ?? ""))).toEqual(["renewed", "renewed"]);
  });
});

// rules/statements.md#ledger-4
test("a test contract of a production world has no entries", async () => {
  const shop = await openShop(["test_contracts"]);
  const cid = await makeContract(shop, "LMD", noon("2031-03-10"), 3, { test: true });
  expect(await entriesOf(cid)).toHaveLength(0);
});

/** The steps of a life, each some time after the one before. */
const steps = fc.array(
  fc.record({
    hours: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 7, max: 1_500 })),
    action: fc.constantFrom("add", "amend", "remove", "move", "end", "endLater", "reopen", "jobs"),
    pick: fc.nat(5),
  }),
  { minLength: 1, maxLength: 7 },
);
/** With `LIVES=10000` as many, and `--testTimeout` for the time that they take. */
// oxlint-disable-next-line no-restricted-properties -- no setting of Covergate
const livesTaken = Number(process.env["LIVES"] ?? 40);
const lives = fc.record({
  // Around the changes of the clocks, of which two are on the last day of a month in Paris, and around other ends of months.
  start: fc.constantFrom(
    "2030-03-31T21:30:00.000Z",
    "2027-10-31T22:30:00.000Z",
    "2031-03-29T22:30:00.000Z",
    "2031-10-25T21:45:00.000Z",
    "2031-12-31T22:59:59.000Z",
    "2031-05-31T12:00:00.000Z",
  ),
  type: fc.constantFrom("LCD" as const, "LMD" as const, "LLD" as const),
  renewed: fc.boolean(),
  steps,
});

async function live(shop: Shop, { start, type, renewed, steps: taken }: typeof lives extends fc.Arbitrary<infer Life> ? Life : never) {
  const began = new Date(start);
  const months = { LCD: 1, LMD: 2, LLD: 12 }[type];
  const changes = { products: [bike(), bike({ value_excl: 777 })], automatic_renewal: renewed && type !== "LCD" };
  const cid = await makeContract(shop, type, began, months, changes);
  let now = began;
  for (const { hours, action, pick } of taken) {
    now = new Date(now.getTime() + hours * 3_600_000);
    try {
      await act(shop.at(now), cid, { action, pick, now });
    } catch (error) {
      // A rule refused the step, which then changed nothing.
      if (!(error instanceof ApiError) && (error as Error).name !== "UserError") throw error;
    }
  }
  return now;
}

async function act(ctx: ApiContext, cid: string, { action, pick, now }: { action: string; pick: number; now: Date }): Promise<unknown> {
  const { products, end_date: endDate } = await readContract(ctx, cid);
  const cpid = Object.keys(products)[pick % Object.keys(products).length] ?? "";
  const between = new Date((now.getTime() + Date.parse(endDate)) / 2).toISOString();
  switch (action) {
    case "add":
      return addProducts(ctx, cid, { start_date: now.toISOString(), products: [bike({ value_excl: 500 + pick })] }, applied);
    case "amend":
      return amend(ctx, cid, { products: { [cpid]: { user_name: `Grace ${pick}` } } }, applied);
    case "remove":
      return removeProducts(ctx, cid, { reason, products: [cpid], ...(pick % 2 === 0 && { end_date: between }) }, applied);
    case "move":
      return amend(ctx, cid, { end_date: new Date(Date.parse(endDate) + pick * 86_400_000).toISOString() }, applied);
    case "end":
      return end(ctx, cid, { reason }, applied);
    case "endLater":
      return end(ctx, cid, { reason, end_date: between }, applied);
    case "reopen":
      return reopen(staff(now), cid, { endDate: addMonths(now, 1), reason });
    default:
      return runJobs(now);
  }
}

// rules/statements.md#ledger-2
test("for random histories the ledger equals the prices, and the statements equal the ledger to the cent", async () => {
  const shop = await openShop();
  let last = noon("2027-01-01");
  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      const ended = await live(shop, life);
      if (ended > last) last = ended;
    }),
    { numRuns: livesTaken },
  );
  await runJobs(addMonths(last, 3));
  const now = addMonths(last, 5);
  const { world } = shop.at(now);
  const differing = await sql`
    select c.cid from contracts c where c.world_id = ${world.id}
      and (select coalesce(sum(price_cents), 0) from contract_products p where p.cid = c.cid)
        <> (select coalesce(sum(amount_cents), 0) from premium_entries e where e.cid = c.cid)`;
  expect(differing).toEqual([]);

  await closeStatements(now);
  const statements = await list({ world, now });
  const [total] = await sql<{ written: string; returned: string; contracts: string }[]>`
    select sum(amount_cents) filter (where amount_cents > 0) as written, sum(amount_cents) filter (where amount_cents < 0) as returned,
      (select count(*) from contracts where world_id = ${world.id}) as contracts
    from premium_entries where world_id = ${world.id}`;
  const cents = (pick: (totals: (typeof statements)[number]["totals"]) => number) =>
    statements.reduce((sum, { totals }) => sum + Math.round(pick(totals) * 100), 0);
  expect(cents(({ premium_written: euros }) => euros)).toBe(Number(total?.written));
  expect(cents(({ premium_returned: euros }) => euros)).toBe(Number(total?.returned));
  expect(statements.reduce((sum, { totals }) => sum + totals.contracts_created, 0)).toBe(Number(total?.contracts));
  const taxes = await taxesByMonth(world.id);
  for (const { month, totals } of statements) {
    expect(Math.round(totals.premium_net * 100)).toBe(Math.round((totals.premium_written + totals.premium_returned) * 100));
    expect(totals.tax * 100).toBeCloseTo(taxes.get(month) ?? 0, 6);
    expect(totals.premium_net_excluding_tax).toBeCloseTo(totals.premium_net - totals.tax, 6);
  }
});

/** Each entry's tax by the rate of its contract's tariff, rounded half away from zero, added up by month. */
async function taxesByMonth(worldId: number): Promise<Map<string, number>> {
  const entries = await sql<{ at: Date; cents: string; rate: number }[]>`
    select e.at, e.amount_cents as cents, (t.rates ->> 'taxRate')::int as rate
    from premium_entries e join contracts c using (cid) join tariffs t on t.id = c.tariff_id where e.world_id = ${worldId}`;
  const taxes = new Map<string, number>();
  for (const { at, cents, rate } of entries) {
    const [part, whole] = [Math.abs(Number(cents)) * rate, 10_000 + rate];
    const tax = Math.sign(Number(cents)) * Math.floor((2 * part + whole) / (2 * whole));
    taxes.set(monthOf(at), (taxes.get(monthOf(at)) ?? 0) + tax);
  }
  return taxes;
}

describe("the tax of a statement", () => {
  // rules/statements.md#figures-3
  test("is rounded once per entry, so that rows add up to totals, and what is given back has the tax that was charged", async () => {
    const shop = await openShop();
    const other = await registerRenter();
    await attachOpened(shop.at(noon("2031-03-01")), other);
    const basket = { products: [bike({ value_excl: 777 }), bike({ value_excl: 1_234.56 })] };
    const cids = [
      await makeContract(shop, "LMD", noon("2031-03-10"), 3, basket),
      await makeContract({ ...shop, uid: other }, "LMD", noon("2031-03-10"), 2, basket),
    ];
    const { totals, renters } = await read(shop.at(noon("2031-03-20")), "2031-03");
    const world = shop.at(noon("2031-03-20")).world.id;
    expect(totals.tax * 100).toBeCloseTo((await taxesByMonth(world)).get("2031-03") ?? 0, 6);
    for (const name of ["tax", "premium_net_excluding_tax"] as const) {
      expect(renters.reduce((sum, figures) => sum + figures[name], 0)).toBeCloseTo(totals[name], 6);
    }
    for (const cid of cids) await end(shop.at(noon("2031-03-10")), cid, {}, applied);
    const emptied = { premium_net: 0, tax: 0, premium_net_excluding_tax: 0 };
    expect((await read(shop.at(noon("2031-03-20")), "2031-03")).totals).toMatchObject(emptied);
  });

  test("is at the rate of the contract's own price list", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", noon("2031-03-10"), 3);
    const { price } = await readContract(shop.at(noon("2031-03-10")), cid);
    const id = newId("trf");
    await sql`insert into tariffs (id, name, version, effective_from, rates)
      select ${id}, 'own', ${id}, t.effective_from, t.rates || '{"taxRate": 2500}' from tariffs t join contracts c on c.tariff_id = t.id where c.cid = ${cid}`;
    await sql`update contracts set tariff_id = ${id} where cid = ${cid}`;
    const { totals } = await read(shop.at(noon("2031-03-20")), "2031-03");
    expect(totals.tax).toBe(Math.round((price * 100) / 5) / 100);
  });

  test("is added to a month that a release before has closed without it, of which no number and no hash changes", async () => {
    const shop = await openShop();
    await makeContract(shop, "LMD", noon("2031-03-10"), 3);
    const ctx = shop.at(noon("2031-04-10"));
    const closed = await read(ctx, "2031-03");
    await sql`
      update statements set figures = jsonb_set(jsonb_set(figures, '{totals}', (figures -> 'totals' || '{"loss_ratio": 0.1234}') - 'tax' - 'premium_net_excluding_tax'),
        '{renters}', jsonb_build_array((figures #> '{renters,0}' || '{"loss_ratio": 0.1234}') - 'tax' - 'premium_net_excluding_tax'))
      where world_id = ${ctx.world.id}`;
    const ratio = { loss_ratio: 0.1234 };
    const expected = { ...closed, totals: { ...closed.totals, ...ratio }, renters: closed.renters.map((row) => ({ ...row, ...ratio })) };
    // At once, as counted, and once the job has stored it.
    expect(await read(ctx, "2031-03", 0)).toEqual(expected);
    expect((await list(ctx, 0)).at(-1)).toEqual({ month: "2031-03", closed: true, totals: expected.totals });
    await closeStatements(ctx.now);
    const [{ tax } = { tax: null }] = await sql<{ tax: number }[]>`
      select figures #> '{renters,0,tax}' as tax from statements where world_id = ${ctx.world.id}`;
    expect(tax).toBe(closed.renters[0]?.tax);
    expect(await read(ctx, "2031-03")).toEqual(expected);
  });
});

// rules/statements.md#month-5
test("a list answers what is closed and what is open at once while months are being closed, and has them once they are", async () => {
  const shop = await openShop();
  const cid = await makeContract(shop, "LLD", noon("2031-01-10"), 12);
  await end(shop.at(noon("2031-06-10")), cid, { reason }, applied);
  const ctx = shop.at(noon("2031-12-10"));
  await closeMonths(ctx.world.id, ctx.now, { months: ["2031-01", "2031-02"] });
  const namesOf = (months: Awaited<ReturnType<typeof list>>) => months.map(({ month, closed }) => `${month} ${closed ? "closed" : "open"}`);
  expect(namesOf(await list(ctx, 0))).toEqual(["2031-12 open", "2031-02 closed", "2031-01 closed"]);
  const june = await read(ctx, "2031-06", 0);
  expect(june).toMatchObject({ closed: false, sha256: null });
  expect(june.totals.premium_returned).toBeLessThan(0);
  await closeStatements(ctx.now);
  const late = await list(ctx, 0);
  const months = monthsFrom("2031-01", "2031-12");
  expect(namesOf(late)).toEqual(months.map((month) => `${month} ${month === "2031-12" ? "open" : "closed"}`));
  expect(late.find(({ month }) => month === "2031-06")?.totals).toEqual(june.totals);
});

describe("a statement", () => {
  test("follows the months of Paris, and has the renter's name", async () => {
    const shop = await openShop();
    const before = new Date("2031-03-31T21:59:59.000Z");
    const after = new Date("2031-03-31T22:00:00.000Z");
    await makeContract(shop, "LMD", before, 3);
    await makeContract(shop, "LMD", after, 3);
    await makeContract(shop, "LMD", after, 3);
    const ctx = shop.at(noon("2031-04-15"));
    await closeStatements(ctx.now);
    const [april, march] = await list(ctx);
    expect([march?.totals.contracts_created, april?.totals.contracts_created]).toEqual([1, 2]);
    const { renters } = await read(ctx, "2031-04");
    expect(renters).toMatchObject([{ uid: shop.uid, contracts_created: 2, premium_returned: 0, loss_ratio: 0 }]);
    expect(renters[0]?.company_name).toEqual(expect.any(String));
  });

  // rules/statements.md#month-2
  test("closes on the third of the next month, and later entries count in the month in which they are recorded", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", noon("2031-03-10"), 3);
    const closing = closingOf("2031-03");
    const justBefore = new Date(closing.getTime() - 1);
    expect(await read(shop.at(justBefore), "2031-03")).toMatchObject({ closed: false, closed_at: null, sha256: null });
    await closeStatements(closing);
    const closed = await read(shop.at(closing), "2031-03");
    expect(closed).toMatchObject({ closed: true, closed_at: closing.toISOString(), totals: { contracts_created: 1 } });
    await end(shop.at(noon("2031-04-10")), cid, { reason }, applied);
    const now = shop.at(noon("2031-05-10"));
    expect(await read(now, "2031-03")).toEqual(closed);
    const april = await read(now, "2031-04");
    expect(april.totals.premium_returned).toBeLessThan(0);
    expect(april.totals.premium_written).toBe(0);
  });

  // rules/statements.md#month-3
  test("has the hash of its entries as CSV", async () => {
    const shop = await openShop();
    await makeContract(shop, "LMD", noon("2031-03-10"), 3);
    const ctx = shop.at(noon("2031-04-10"));
    const { sha256 } = await read(ctx, "2031-03");
    const lines = await Array.fromAsync(entriesAsCsv(ctx.world.id, "2031-03"));
    expect(sha256).toBe(createHash("sha256").update(lines.join("")).digest("hex"));
    expect(lines.join("").split("\r\n")[0]).toBe("id,at,uid,cid,contract_product_id,kind,amount");
  });

  // rules/statements.md#month-4
  test("does not exist for months before the first contract, future months, or invalid ones", async () => {
    const shop = await openShop();
    const now = noon("2031-04-10");
    expect(await list(shop.at(now))).toEqual([]);
    await makeContract(shop, "LMD", noon("2031-03-10"), 3);
    for (const month of ["2031-02", "2031-05", "2031-13", "2031-03-10", "2031-040", "march", ""]) {
      await expect(read(shop.at(now), month)).rejects.toMatchObject({ errorName: "STATEMENT_NOT_FOUND" });
    }
    await closeStatements(now);
    expect((await list(shop.at(now))).map(({ month }) => month)).toEqual(monthsFrom("2031-03", monthAfter("2031-03")));
  });
});

// rules/statements.md#month-6
test("an open month has its stored totals and all that came since, to the cent; it is closed from its entries", async () => {
  const shop = await openShop();
  const { id: worldId } = shop.at(noon("2031-03-01")).world;
  const month = "2031-03";
  const first = await makeContract(shop, "LMD", noon("2031-03-10"), 3, { products: [bike(), bike({ value_excl: 1000 })] });
  await end(shop.at(noon("2031-03-15")), first, { reason }, applied);
  const now = noon("2031-03-20");
  await closeStatements(now);
  const [stored] = await sql<{ until: Date; renters: { contracts: number }[] }[]>`
    select until, renters from statement_totals where world_id = ${worldId} and month = ${month}`;
  expect(stored).toMatchObject({ until: new Date("2031-03-20T06:00:00.000Z"), renters: [{ uid: shop.uid, contracts: 1 }] });
  const expectFacts = async (at: Date) => {
    const facts = await countFigures(worldId, month, undefined, { fromFacts: true });
    expect(await read(shop.at(at), month)).toMatchObject(facts);
    expect((await list(shop.at(at)))[0]).toMatchObject({ month, totals: facts.totals });
    expect(await readPremiums(worldId, [month], at)).toEqual([Math.round(facts.totals.premium_net * 100)]);
    return facts.totals.contracts_created;
  };
  expect(await expectFacts(now)).toBe(1);
  await makeContract(shop, "LMD", new Date("2031-03-20T07:00:00.000Z"), 3);
  await makeContract(shop, "LMD", now, 3);
  expect(await expectFacts(now)).toBe(3);
  // The totals are read, and no month is closed from them.
  await sql`update statement_totals set renters = '[]' where world_id = ${worldId}`;
  expect((await read(shop.at(now), month)).totals.contracts_created).toBe(2);
  await closeStatements(noon("2031-04-10"));
  expect((await read(shop.at(noon("2031-04-10")), month)).totals.contracts_created).toBe(3);
});
