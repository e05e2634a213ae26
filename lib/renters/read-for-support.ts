import { sql } from "#db/client.ts";
import type { ContractType, ProductType } from "#lib/catalogue.ts";
import type { StaffContext } from "#lib/context.ts";
import type { Environment, PartnerStatus } from "#lib/partners/schema.ts";
import { NotFound } from "#lib/refusal.ts";
import type { RenterCompany } from "#lib/renters/schema.ts";
import { assertSupport } from "#lib/users/guards.ts";

/** Where a renter is attached, or was and has open contracts still. */
export interface RenterPlace {
  partnerId: string;
  partnerName: string;
  partnerStatus: PartnerStatus;
  environment: Environment;
  /** Null once it was detached. */
  attachedAt: string | null;
  openContracts: number;
}

/** A registered renter with all that support sees of it. */
export interface RenterDetail {
  uid: string;
  company: RenterCompany;
  contractTypes: ContractType[];
  productTypes: ProductType[];
  /** How it sells cover (resolutions.md § 6). */
  option: boolean;
  inclusion: boolean;
  createdAt: Date;
  places: RenterPlace[];
  /** The partners that may attach it. */
  openFor: { partnerId: string; partnerName: string; openedAt: string }[];
}

/** A renter with its settings, where it is attached and what is open there; NotFound for a uid that nobody registered. */
export async function readForSupport(ctx: StaffContext, uid: string): Promise<RenterDetail> {
  assertSupport(ctx);
  const [row] = await sql<(Omit<RenterDetail, "createdAt"> & { createdAt: string })[]>`
    select r.uid, r.company, r.contract_types as "contractTypes", r.product_types as "productTypes", r.option, r.inclusion, r.created_at as "createdAt",
      (select coalesce(json_agg(json_build_object('partnerId', p.id, 'partnerName', p.name, 'openedAt', o.opened_at) order by p.name), '[]')
        from renter_openings o join partners p on p.id = o.partner_id where o.renter_uid = r.uid) as "openFor",
      (select coalesce(json_agg(json_build_object('partnerId', p.id, 'partnerName', p.name, 'partnerStatus', p.status,
          'environment', w.environment, 'attachedAt', a.attached_at, 'openContracts', c.open) order by p.name, w.environment), '[]')
        from worlds w join partners p on p.id = w.partner_id
          left join renter_attachments a on a.world_id = w.id and a.renter_uid = r.uid
          cross join lateral (
            select count(*)::int as open from contracts where world_id = w.id and uid = r.uid and status = 'open') c
        where a.world_id is not null or c.open > 0) as places
    from renters r where r.uid = ${uid}`;
  if (row === undefined) throw new NotFound(`there is no renter ${uid}`, { key: "noRenter", values: { uid } });
  return { ...row, createdAt: new Date(row.createdAt) };
}
