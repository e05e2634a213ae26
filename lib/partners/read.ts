import { sql } from "#db/client.ts";
import type { StaffContext } from "#lib/context.ts";
import type { Partner } from "#lib/partners/find.ts";
import { NotFound } from "#lib/refusal.ts";
import { assertSupport } from "#lib/users/guards.ts";

/** A partner as support sees it. */
export interface PartnerDetail extends Partner {
  /** Who suspended it, when and why; null for an active one. */
  suspension: { at: string; by: string; reason: string | null } | null;
}

/** A partner with its settings, for support (portal.md § Support side, Partners). */
export async function read(ctx: StaffContext, partnerId: string): Promise<PartnerDetail> {
  assertSupport(ctx);
  const [partner] = await sql<(Omit<PartnerDetail, "createdAt"> & { createdAt: string })[]>`
    select p.id, p.name, p.status, p.features, p.requests_per_minute as "requestsPerMinute", p.open_contracts_limit as "openContractsLimit",
      p.tariff_id as "tariffId", p.created_at as "createdAt",
      case when p.status = 'suspended' then (
        select json_build_object('at', a.at, 'by', coalesce(u.name, a.actor ->> 'name'), 'reason', a.reason)
        from audit_entries a left join users u on u.id = a.actor ->> 'userId'
        where a.subject_id = p.id and (a.action = 'partner.suspended' or (a.action = 'partner.changed' and a.details ->> 'status' = 'suspended'))
        order by a.id desc limit 1) end as suspension
    from partners p where p.id = ${partnerId}`;
  if (partner === undefined) throw new NotFound(`there is no partner ${partnerId}`, { key: "noPartner" });
  return { ...partner, createdAt: new Date(partner.createdAt) };
}
