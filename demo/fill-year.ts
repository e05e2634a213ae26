import { sql } from "#db/client.ts";
import type { DemoCall } from "#demo/fill-calls.ts";
import { internalId } from "#demo/fill-contracts.ts";
import type { PlannedContract } from "#demo/fill-contracts.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";

/** A step of a year: something that the partner, a person or time does at a moment. */
export interface Step {
  at: Date;
  /** Contracts are counted for the progress. A read changes nothing. */
  kind: "contract" | "change" | "read";
  run: (year: Year, ctx: ApiContext) => Promise<void>;
}

/** What the steps of a world's year share. */
export interface Year {
  /** Makes a call of the partner's system, and records it; undefined if it is refused. */
  call: <Data>(ctx: ApiContext, made: DemoCall<Data>) => Promise<Data | undefined>;
  /** The contract identifiers of planned contracts, by their numbers. */
  cids: Map<number, string>;
}

/** The planned contracts that an interrupted filling has created. */
export async function findCreated(worldId: number, planned: readonly PlannedContract[]): Promise<Map<number, string>> {
  const rows = await sql<{ internalId: string; cid: string }[]>`
    select distinct on (p.data ->> 'internal_id') p.data ->> 'internal_id' as internal_id, c.cid
    from contracts c join contract_products p on p.cid = c.cid where c.world_id = ${worldId} and p.data ->> 'internal_id' is not null
    order by p.data ->> 'internal_id', c.created_at, c.cid`;
  const cids = new Map(rows.map((row) => [row.internalId, row.cid]));
  return new Map(
    planned.flatMap(({ number }) => {
      const cid = cids.get(internalId(number * 2));
      return cid === undefined ? [] : [[number, cid] as const];
    }),
  );
}
