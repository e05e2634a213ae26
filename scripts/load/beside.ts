import { sql } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { indexThings } from "#lib/developer/search/index-things.ts";
import { closeStatements } from "#lib/insurance/statements/close.ts";
import { ensureVolumePartner } from "#scripts/load/partner.ts";
import type { VolumePartner } from "#scripts/load/partner.ts";
import { contractOf } from "#scripts/load/subjects.ts";
import { amountNames, fillVolume, spellAmounts } from "#scripts/load/volume.ts";

/** The rows of the large partner at a scale of 1, and of the small one. */
const most = { contracts: 300_000, claims: 20_000, calls: 1_020_000, events: 261_000, deliveries: 1_600_000 };
const few = { contracts: 40, claims: 4, calls: 300, events: 150, deliveries: 300 };
const days = 30;
/** The reference of one contract of the small partner, which the large one has many like. */
const [reference, placeOfOwn] = ["fleet-12-own", 12];

export interface LargeAndSmall {
  large: VolumePartner;
  small: VolumePartner;
  /** The small partner's contract, and the texts by which it is found: the large partner has most of them often. */
  own: { cid: string; texts: string[] };
  /** What finds a contract of the large partner from the middle of its year. */
  texts: Record<"id" | "marking" | "reference" | "email" | "last" | "first", string>;
  /** What the large partner has, and how long that took. */
  filled: string;
}

/** Fills a large partner and a small one with the same texts, all that a search finds of them, and their closed months. */
export async function fillLargeAndSmall(ctx: OperatorContext, calls: number): Promise<LargeAndSmall> {
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 1000);
  const tell = (line: string) => console.log(`${seconds()} s  ${line}`);
  const amounts = { ...most };
  for (const name of amountNames) amounts[name] = Math.round((most[name] * calls) / most.calls);
  const [large, small] = [await ensureVolumePartner(ctx, "Large"), await ensureVolumePartner(ctx, "Small")];
  const cid = contractOf(small.worlds.production.world.id, placeOfOwn);
  await withPatience(async () => {
    await fillVolume(small, ctx.now, { ...few, days }, () => undefined);
    await sql`update contract_products set data = data || jsonb_build_object('internal_id', ${reference}::text) where cid = ${cid}`;
    await fillVolume(large, ctx.now, { ...amounts, days }, tell);
    // The highest possible limit, which no load reaches.
    await sql`update partners set requests_per_minute = 2147483647`;
    tell("Writing what a search finds");
    await indexThings(ctx.now);
    tell("Closing months");
    await closeStatements(ctx.now);
    await sql`vacuum analyze`;
  });
  tell("Filled");
  const [texts] = await sql<[LargeAndSmall["texts"]]>`
    select substr(c.cid, 19) as id, p.data ->> 'product_marked' as marking, p.data ->> 'internal_id' as reference, c.individual ->> 'email' as email,
      c.individual ->> 'last_name' as last, c.individual ->> 'first_name' as first
    from contracts c join contract_products p using (cid) where c.cid = ${contractOf(large.worlds.production.world.id, Math.floor(amounts.contracts / 2))}`;
  const own = { cid, texts: [reference, "fleet-12", "fleet-1", "fleet"] };
  return { large, small, own, texts, filled: `${spellAmounts(amounts, amountNames)}, filled in ${seconds()} s` };
}
