import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import { end } from "#lib/insurance/contracts/change.ts";
import { makeContract, noon, openShop } from "#lib/insurance/renewals/shop.fixture.ts";
import { attachOpened, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { listEntries } from "#lib/insurance/statements/entries-of-month.ts";
import { exportEntries } from "#lib/insurance/statements/export.ts";
import { listForSupport, readForSupport, readOfPartner } from "#lib/insurance/statements/overview.ts";
import { list, read } from "#lib/insurance/statements/read.ts";
import type { WirePremiumEntry } from "#lib/insurance/statements/schema.ts";
import { verify } from "#lib/insurance/statements/verify.ts";

const reason = "The customer bought the bike.";
const staff = (now: Date) => operatorContext("Ines Caron", now);

async function openBooks() {
  const shop = await openShop();
  const cid = await makeContract(shop, "LMD", noon("2031-03-10"), 3);
  await end(shop.at(noon("2031-03-20")), cid, { reason }, { preview: false });
  return { shop, cid, at: (day: string) => asPerson(shop.at(noon(day)), "member") };
}

test("the CSV of a closed month has the statement's hash, and the JSON the same entries", async () => {
  const { at } = await openBooks();
  const ctx = at("2031-04-10");
  const csv = await text((await exportEntries(ctx, "2031-03", "csv")).content);
  expect(createHash("sha256").update(csv).digest("hex")).toBe((await read(ctx, "2031-03")).sha256);
  const { content, mimeType } = await exportEntries(ctx, "2031-03", "json");
  const entries = JSON.parse(await text(content)) as WirePremiumEntry[];
  expect(mimeType).toBe("application/json");
  expect(entries.map(({ id }) => id)).toEqual(
    csv
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[0]),
  );
  expect(JSON.parse(await text((await exportEntries(ctx, "2031-04", "json")).content))).toEqual([]);
  await expect(exportEntries(ctx, "2031-05", "csv")).rejects.toMatchObject({ errorName: "STATEMENT_NOT_FOUND" });
});

test("a closed month is verified by its entries, and found out where one was changed; an open one has nothing to verify", async () => {
  const { at, cid } = await openBooks();
  const ctx = at("2031-04-10");
  expect(await verify(at("2031-03-25"), "2031-03")).toBeNull();
  const { sha256 } = await read(ctx, "2031-03");
  expect(await verify(ctx, "2031-03")).toEqual({ sha256, isUnchanged: true });
  await sql`update premium_entries set amount_cents = amount_cents + 1 where cid = ${cid} and kind = 'created'`;
  expect(await verify(ctx, "2031-03")).toMatchObject({ isUnchanged: false });
  await sql`update premium_entries set amount_cents = amount_cents - 1 where cid = ${cid} and kind = 'created'`;
});

test("the entries of a month are listed newest first, of one rental company too, and add up to its premium", async () => {
  const { shop, at } = await openBooks();
  const other = await registerRenter();
  await attachOpened(shop.at(noon("2031-03-01")), other);
  await makeContract({ ...shop, uid: other }, "LMD", noon("2031-03-15"), 3);
  const ctx = at("2031-04-10");
  const { rows } = await listEntries(ctx, { month: "2031-03", limit: 25 });
  expect(rows.map(({ kind }) => kind)).toEqual(["terminated", "created", "created"]);
  const { totals, renters } = await read(ctx, "2031-03");
  const sum = (entries: readonly { amountCents: number }[]) => entries.reduce((cents, { amountCents }) => cents + amountCents, 0) / 100;
  expect(sum(rows)).toBeCloseTo(totals.premium_net, 6);
  const own = await listEntries(ctx, { month: "2031-03", limit: 25, renter: other });
  expect(own.rows).toMatchObject([{ uid: other, product: "Moustache Lundi 27" }]);
  expect(sum(own.rows)).toBeCloseTo(renters.find(({ uid }) => uid === other)?.premium_net ?? 0, 6);
  expect((await listEntries(ctx, { month: "2031-04", limit: 25 })).rows).toEqual([]);
});

test("the console adds up every partner's month, closed or not, and shows each partner's own", async () => {
  const { shop, at } = await openBooks();
  await openBooks();
  for (const now of [noon("2031-03-25"), noon("2031-04-10")]) {
    const { totals, partners, closed } = await readForSupport(staff(now), "2031-03");
    const cents = (euros: number) => Math.round(euros * 100);
    for (const key of ["premium_written", "premium_returned", "premium_net", "claims_net"] as const) {
      expect(partners.reduce((sum, figures) => sum + cents(figures[key]), 0)).toBe(cents(totals[key]));
    }
    const own = (await list(shop.at(now))).find(({ month }) => month === "2031-03");
    expect(partners.find(({ partnerId }) => partnerId === shop.partnerId)).toMatchObject(own?.totals ?? {});
    expect((await listForSupport(staff(now))).find(({ month }) => month === "2031-03")).toEqual({ month: "2031-03", closed, totals });
  }
  const { partner, ...statement } = await readOfPartner(staff(noon("2031-04-10")), shop.partnerId, "2031-03");
  expect(partner.id).toBe(shop.partnerId);
  expect(statement).toEqual(await read(at("2031-04-10"), "2031-03"));
  for (const month of ["2031-05", "2031-03-10"]) {
    await expect(readForSupport(staff(noon("2031-04-10")), month)).rejects.toMatchObject({ errorName: "STATEMENT_NOT_FOUND" });
  }
});
