import { sql } from "#db/client.ts";
import { list as listCalls } from "#lib/calls/list.ts";
import type { CallRow } from "#lib/calls/list.ts";
import type { ContractType, ProductType } from "#lib/catalogue.ts";
import type { StaffContext } from "#lib/context.ts";
import type { ContractProductStatus, ContractStatus } from "#lib/contracts/schema.ts";
import type { EventType } from "#lib/events/catalogue.ts";
import { joinOwner, ownerOfRow } from "#lib/support/owner.ts";
import type { Owner } from "#lib/support/owner.ts";

/** As many of each are shown, the newest. */
const newestShown = 5;

/** A contract of any partner as support sees it. */
export interface FoundContract {
  cid: string;
  owner: Owner;
  uid: string;
  renter: string;
  contractType: ContractType;
  status: ContractStatus;
  test: boolean;
  startDate: Date;
  endDate: Date;
  endReason: string | null;
  terminationPlanned: boolean;
  createdAt: Date;
  /** In cents, taxes included. */
  priceCents: number;
  /** The contract that continues its cover, if it was renewed. */
  nextCid: string | null;
  products: { cpid: string; productType: ProductType; title: string; status: ContractProductStatus }[];
  calls: CallRow[];
  events: { id: string; eventType: EventType; at: string }[];
}

const instants = ["startDate", "endDate", "createdAt"] as const;
type Stored = Omit<FoundContract, (typeof instants)[number] | "calls"> & Record<(typeof instants)[number], string> & { worldId: number };

/** The contract with this cid, of any partner and environment; undefined where there is none. */
export async function findContract(_ctx: StaffContext, cid: string): Promise<FoundContract | undefined> {
  const [row] = await sql<Stored[]>`
    select c.cid, c.world_id as "worldId", ${ownerOfRow} as owner, c.uid, coalesce(r.company ->> 'company_name', c.uid) as renter, c.contract_type as "contractType", c.status, c.test,
      c.start_date as "startDate", c.end_date as "endDate", c.end_reason as "endReason", c.termination_planned as "terminationPlanned",
      c.created_at as "createdAt",
      (select coalesce(sum(price_cents), 0)::float8 from contract_products where cid = c.cid) as "priceCents",
      (select next_cid from automatic_renewals where cid = c.cid and next_cid is not null limit 1) as "nextCid",
      (select coalesce(json_agg(json_build_object('cpid', cp.cpid, 'productType', cp.product_type, 'title', i.title, 'status', cp.status) order by cp.cpid), '[]')
        from contract_products cp join products i on i.id = cp.product_id where cp.cid = c.cid) as products,
      (select coalesce(json_agg(json_build_object('id', e.id, 'eventType', e.event_type, 'at', e.created_at) order by e.id desc), '[]')
        from (select * from events where world_id = c.world_id and subject_id = c.cid order by id desc limit ${newestShown}) e) as events
    from contracts c ${joinOwner(sql`c.world_id`)} left join renters r on r.uid = c.uid
    where c.cid = ${cid}`;
  if (row === undefined) return undefined;
  const { worldId, ...contract } = row;
  const { rows: calls } = await listCalls({ world: { id: worldId } }, { search: cid, limit: newestShown });
  const [startDate, endDate, createdAt] = [new Date(row.startDate), new Date(row.endDate), new Date(row.createdAt)];
  return { ...contract, calls, startDate, endDate, createdAt };
}
