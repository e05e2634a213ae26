import { sql } from "#db/client.ts";
import type { ApiContext, SupportContext } from "#lib/account/worlds/context.ts";
import { effectOf } from "#lib/insurance/prices/effect.ts";
import type { Effect } from "#lib/insurance/prices/effect.ts";
import { changesBetween, raisesPrices } from "#lib/insurance/prices/figures.ts";
import type { FigureChange } from "#lib/insurance/prices/figures.ts";
import { readPriceFile, writePriceFile } from "#lib/insurance/prices/file.ts";
import type { TariffFileError, PriceList } from "#lib/insurance/prices/file.ts";
import { findTariff, findTariffInForce, tariffInForce } from "#lib/insurance/prices/find.ts";
import { publicTariffName } from "#lib/insurance/prices/schema.ts";
import type { ProposalStatus, Tariff, TariffRates } from "#lib/insurance/prices/schema.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";

/** `next` takes effect after the one in force; there may be several. */
export type VersionState = "inForce" | "next" | "past" | "withdrawn";

export interface TariffVersion extends Omit<Tariff, "rates"> {
  state: VersionState;
  /** The proposal of its withdrawal that waits. */
  withdrawalId: string | null;
  /** Partners that have it as their own; of the public list, those that have none. */
  partners: number;
}

export interface TariffProposal {
  id: string;
  name: string;
  version: string;
  effectiveFrom: Date;
  reason: string;
  /** Withdrawn where the person who proposed it also turned it down; approved is a withdrawal of a version that has happened. */
  status: ProposalStatus | "withdrawn" | "approved";
  /** The version that it asks to withdraw; null if it asks to publish one. */
  withdraws: string | null;
  proposedBy: string;
  /** Null if the person is no longer there. */
  proposedByName: string | null;
  proposedAt: Date;
  decidedByName: string | null;
  decidedAt: Date | null;
  /** Why another person declined it. */
  refusalReason: string | null;
}

const limit = 50;

/** All versions, by name, the newest first, and the latest proposals (rules/prices.md#lists-1). */
export async function listVersions(ctx: SupportContext): Promise<{ versions: TariffVersion[]; proposals: TariffProposal[] }> {
  const versions = await sql<TariffVersion[]>`
    select t.id, t.name, t.version, t.effective_from,
      case when t.withdrawn_at is not null then 'withdrawn' when t.effective_from > ${ctx.now} then 'next'
        when t.effective_from = max(t.effective_from) filter (where t.effective_from <= ${ctx.now} and t.withdrawn_at is null)
          over (partition by t.name) then 'inForce'
        else 'past' end as state,
      (select id from tariff_proposals where withdraws = t.id and status = 'waiting') as "withdrawalId",
      case when t.name = ${publicTariffName} then (select count(*) from partners where tariff_id is null)
        else (select count(*) from partners where tariff_id = t.id) end::int as partners
    from tariffs t order by t.name <> ${publicTariffName}, t.name, t.effective_from desc, t.withdrawn_at nulls first`;
  return { versions, proposals: await sql<TariffProposal[]>`${proposalRows} order by p.proposed_at desc, p.id desc limit ${limit}` };
}

const proposalRows = sql`
  select p.id, p.name, p.version, p.effective_from, p.reason,
    case when p.status = 'refused' and p.decided_by = p.proposed_by then 'withdrawn'
      when p.status = 'published' and p.withdraws is not null then 'approved' else p.status end as status, p.withdraws, p.proposed_by,
    a.name as "proposedByName", p.proposed_at, d.name as "decidedByName", p.decided_at,
    (select reason from audit_entries where subject_id = p.id and action = 'tariff.refused' limit 1) as "refusalReason"
  from tariff_proposals p left join users a on a.id = p.proposed_by left join users d on d.id = p.decided_by`;

export async function readProposal(ctx: SupportContext, id: string): Promise<TariffProposal & Effect> {
  const [proposal] = await sql<TariffProposal[]>`${proposalRows} where p.id = ${id}`;
  const [stored] = await sql<{ rates: TariffRates }[]>`select rates from tariff_proposals where id = ${id}`;
  if (proposal === undefined || stored === undefined) throw new NotFound(`there is no proposal ${id}`, { key: "noTariffProposal" });
  return { ...proposal, ...(await effectOf({ ...proposal, rates: stored.rates }, proposal.effectiveFrom, ctx.now)) };
}

export type CheckedFile = { errors: TariffFileError[] } | ({ list: PriceList } & Effect);

/** Checks a file, and returns the changes of its list from a day on, before anything is proposed. */
export async function check(ctx: SupportContext, text: string, effectiveFrom: Date | null): Promise<CheckedFile> {
  const read = readPriceFile(text);
  if ("errors" in read) return read;
  return { list: read.list, ...(await effectOf(read.list, effectiveFrom, ctx.now)) };
}

export async function exportVersion(_ctx: SupportContext, id: string, format: "json" | "csv", language?: Language): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from tariffs where id = ${id}`;
  if (row === undefined) throw new NotFound(`there is no tariff ${id}`, { key: "noTariff", values: { tariffId: id } });
  return writePriceFile(await findTariff(id), format, language);
}

export interface PricesOfPartner {
  inForce: Tariff;
  /** Null if none is published. */
  next: { tariff: Tariff; changes: FigureChange[]; raises: boolean } | null;
}

/** The price list of a world, by its clock, and the one that follows it (rules/prices.md#lists-2). */
export async function readForPortal({ now, partner }: Pick<ApiContext, "now" | "partner">): Promise<PricesOfPartner> {
  const own = partner.tariffId;
  const [row] = await sql<{ id: string | null }[]>`
    select ${sql.unsafe(tariffInForce("asked.own", "asked.at"))} as id from (select ${own}::text as own, ${now}::timestamptz as at) asked`;
  const inForce = await findTariffInForce(row?.id, now);
  const [coming] = await sql<{ id: string }[]>`
    select id from tariffs where effective_from > ${now} and withdrawn_at is null
      and (id = ${own} or (name = ${publicTariffName} and ${inForce.id !== own}))
    order by effective_from, id = ${own} desc nulls last limit 1`;
  if (coming === undefined) return { inForce, next: null };
  const next = await findTariff(coming.id);
  const changes = changesBetween(inForce.rates, next.rates);
  return { inForce, next: { tariff: next, changes, raises: raisesPrices(changes) } };
}
