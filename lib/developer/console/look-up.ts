import { z } from "zod";
import { sql } from "#db/client.ts";
import { listForSupport } from "#lib/account/keys/list.ts";
import type { KeyRow } from "#lib/account/keys/list.ts";
import { findRenter, findRenterByEmail, findUser, joinOwner, ownerOfRow } from "#lib/account/partners/find-person.ts";
import type { FoundRenter, FoundUser, Owner } from "#lib/account/partners/find-person.ts";
import { list as listPartners } from "#lib/account/partners/list.ts";
import type { PartnerRow } from "#lib/account/partners/list.ts";
import type { StaffContext } from "#lib/account/worlds/context.ts";
import { findClaim, findContract } from "#lib/developer/console/find-insurance.ts";
import type { FoundClaim, FoundContract } from "#lib/developer/console/find-insurance.ts";
import { findCall, findDelivery, findEvent, findWebhook } from "#lib/developer/console/find-traffic.ts";
import type { FoundCall, FoundDeliveryDetail, FoundEvent, FoundWebhook } from "#lib/developer/console/find-traffic.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { RenewalState } from "#lib/insurance/renewals/list-filters.ts";
import { searchText } from "#lib/platform/lists/portal-lists.ts";
import { cutKeys } from "#lib/platform/log/mask.ts";

const newestShown = 5;

export interface FoundProduct {
  id: string;
  owner: Owner;
  uid: string;
  title: string;
  productType: ProductType;
  createdAt: Date;
  deletedAt: Date | null;
  /** The newest contracts that insure or insured it. */
  contracts: string[];
}

export interface FoundRenewal {
  arid: string;
  owner: Owner;
  state: RenewalState;
  cid: string;
  scheduledFor: Date;
  nextCid: string | null;
}

/** An identifier, the beginning of a key, an e-mail address or a part of a partner's name. */
export const lookUpQuery = z.object({ q: searchText });

interface Kinds {
  call: FoundCall;
  claim: FoundClaim;
  contract: FoundContract;
  delivery: FoundDeliveryDetail;
  event: FoundEvent;
  webhook: FoundWebhook;
  key: KeyRow;
  partner: PartnerRow;
  product: FoundProduct;
  renewal: FoundRenewal;
  user: FoundUser;
  renter: FoundRenter;
}

export type Finding = { [Kind in keyof Kinds]: { kind: Kind; found: Kinds[Kind] } }[keyof Kinds];

type Find = (ctx: StaffContext, term: string) => Promise<Finding[]>;

const maxShown = 10;

function one<Kind extends keyof Kinds>(kind: Kind, find: (ctx: StaffContext, term: string) => Promise<Kinds[Kind] | undefined>): Find {
  return async (ctx, term) => {
    const row = await find(ctx, term);
    return row === undefined ? [] : [{ kind, found: row } as Finding];
  };
}

const findKeys: Find = async (ctx, search) => {
  const { rows } = await listForSupport(ctx, { search, limit: maxShown });
  return rows.map((row) => ({ kind: "key", found: row }));
};

const findPartners: Find = async (ctx, search) => {
  const { rows } = await listPartners(ctx, { search, limit: maxShown });
  return rows.map((row) => ({ kind: "partner", found: row }));
};

/** The finders by the form of an identifier; any other or unknown text is searched among names and uids. */
const findersByForm: readonly (readonly [RegExp, Find])[] = [
  [/^exec_/, one("call", findCall)],
  [/^dlv_/, one("delivery", findDelivery)],
  [/^evt_/, one("event", findEvent)],
  [/^whk_/, one("webhook", findWebhook)],
  [/^(?:claim_|doc_|CLM-)/i, one("claim", findClaim)],
  // A claim's number without its letters.
  [/^\d{4,}$/, one("claim", (ctx, digits) => findClaim(ctx, `CLM-${digits}`))],
  [/^prod_/, one("product", findProduct)],
  [/^cpid_/, one("contract", findContract)],
  [/^ar_/, one("renewal", findRenewal)],
  [/^ptn_/, findPartners],
  [/^usr_|@/, one("user", findUser)],
  [/@/, one("renter", findRenterByEmail)],
  [/^(?:key_|cg_dev_|cg_live_)/, findKeys],
  [/^[0-9A-HJKMNP-TV-Z]{26}$/i, one("contract", findContract)],
];
const findersByName: readonly Find[] = [one("renter", findRenter), findPartners];

/** Finds the things that an identifier belongs to. */
export async function lookUp(ctx: StaffContext, asked: string): Promise<Finding[]> {
  const term = cutKeys(asked.trim());
  const fitting = findersByForm.filter(([form]) => form.test(term)).map(([, find]) => find);
  const find = async (finders: readonly Find[]) => (await Promise.all(finders.map((each) => each(ctx, term)))).flat();
  const findings = await find(fitting);
  return findings.length > 0 ? findings : find(findersByName);
}

async function findProduct(_ctx: StaffContext, productId: string): Promise<FoundProduct | undefined> {
  const [row] = await sql<FoundProduct[]>`
    select r.id, ${ownerOfRow} as owner, r.uid, r.title, r.product_type, r.created_at, r.deleted_at,
      array(select cid from contract_products where product_id = r.id order by cpid desc limit ${newestShown}) as contracts
    from products r ${joinOwner(sql`r.world_id`)} where r.id = ${productId}`;
  return row;
}

async function findRenewal(_ctx: StaffContext, arid: string): Promise<FoundRenewal | undefined> {
  const [row] = await sql<FoundRenewal[]>`
    select r.arid, ${ownerOfRow} as owner, r.state, r.cid, r.renewal_scheduled_for as "scheduledFor", r.next_cid
    from automatic_renewals r ${joinOwner(sql`r.world_id`)} where r.arid = ${arid}`;
  return row;
}
