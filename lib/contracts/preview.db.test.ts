import fc from "fast-check";
import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { addProducts } from "#lib/contracts/add-products.ts";
import { amend } from "#lib/contracts/amend.ts";
import { create } from "#lib/contracts/create.ts";
import { end } from "#lib/contracts/end.ts";
import { removeProducts } from "#lib/contracts/remove-products.ts";
import type { WireContract, WireContractPreview } from "#lib/contracts/schema.ts";
import { addMonths } from "#lib/dates.ts";
import { bike, bodyOf, noon, openShop, readAll } from "#lib/renewals/shop.fixture.ts";
import type { Shop } from "#lib/renewals/shop.fixture.ts";

const start = noon("2027-01-31");
const later = (hours: number) => new Date(start.getTime() + hours * 3_600_000);

/** What an answer says, without the identifiers that are given out anew each time. */
function contentsOf({ cid: _cid, products, ...fields }: WireContract | WireContractPreview): object {
  const entries = Object.values(products).map(({ product_id: _id, replaced_by, ...entry }) => ({
    ...entry,
    isReplaced: replaced_by !== undefined,
  }));
  return { ...fields, products: entries };
}

const values = fc.integer({ min: 1, max: 1_500_000 }).map((cents) => cents / 100);
const steps = fc.array(fc.constantFrom("amend", "move", "add", "remove", "end", "plan"), { minLength: 1, maxLength: 4 });

type Step = (shop: Shop, cid: string, contract: WireContract, hours: number, query: { preview: boolean }) => Promise<WireContract>;
const openOf = ({ products }: WireContract) => Object.keys(products).filter((cpid) => products[cpid]?.status === "open");

const kinds: Record<string, Step> = {
  amend: (shop, cid, contract, hours, query) =>
    amend(shop.at(later(hours)), cid, { products: { [openOf(contract)[0] ?? ""]: { user_name: "Grace" } } }, query),
  move: (shop, cid, _contract, hours, query) => amend(shop.at(later(hours)), cid, { end_date: addMonths(start, 5).toISOString() }, query),
  add: (shop, cid, _contract, hours, query) =>
    addProducts(shop.at(later(hours)), cid, { start_date: later(hours).toISOString(), products: [bike()] }, query),
  remove: (shop, cid, contract, hours, query) =>
    removeProducts(shop.at(later(hours)), cid, { reason: "sold", products: openOf(contract).slice(0, 1) }, query),
  end: (shop, cid, _contract, hours, query) => end(shop.at(later(hours)), cid, { reason: "sold" }, query),
  plan: (shop, cid, _contract, hours, query) =>
    end(shop.at(later(hours)), cid, { reason: "sold", end_date: later(hours + 24).toISOString() }, query),
};

test("a preview writes nothing, and answers what the change itself then answers, to the cent", { timeout: 60_000 }, async () => {
  const shop = await openShop();
  const countRows = async () => {
    const world = shop.at(start).world.id;
    const [counts] = await sql`
      select (select count(*) from contracts where world_id = ${world}) as contracts, (select count(*) from events where world_id = ${world}) as events,
        (select count(*) from products where world_id = ${world}) as products,
        (select coalesce(sum(revision), 0) from contracts where world_id = ${world}) as revisions`;
    return counts;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(values, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 4 }),
      steps,
      fc.constantFrom(1, 30, 400),
      async (worths, months, path, gap) => {
        const body = bodyOf(shop, "LMD", start, months, { products: worths.map((value_excl) => bike({ value_excl })) });
        const before = await countRows();
        const preview = await create(shop.at(start), body, { preview: true });
        expect(preview.cid).toBeUndefined();
        expect(await countRows()).toEqual(before);
        const { cid = "" } = await create(shop.at(start), body, { preview: false }).then((made) => {
          expect(contentsOf(made)).toEqual(contentsOf(preview));
          return made;
        });
        for (const [index, kind] of path.entries()) {
          const { contract } = await readAll(shop, cid, start);
          const attempt = (isPreview: boolean) =>
            kinds[kind]!(shop, cid, contract, 1 + index * gap, { preview: isPreview }).then(contentsOf, (error: unknown) => String(error));
          const counts = await countRows();
          const [previewed, after] = [await attempt(true), await countRows()];
          expect(after).toEqual(counts);
          expect(await attempt(false)).toEqual(previewed);
        }
      },
    ),
    { numRuns: 25 },
  );
});
