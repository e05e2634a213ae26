import { sql } from "#db/client.ts";
import type { Fragment } from "#db/client.ts";
import type { StaffContext } from "#lib/account/worlds/context.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { Role } from "#lib/platform/roles.ts";

export interface FoundUser {
  id: string;
  name: string;
  email: string;
  role: Role;
  status: "active" | "invited" | "disabled";
  partner: { id: string; name: string } | null;
}

export interface FoundRenter {
  uid: string;
  company: string;
  city: string;
  owners: Owner[];
}

export async function findUser(_ctx: StaffContext, idOrEmail: string): Promise<FoundUser | undefined> {
  const [row] = await sql<FoundUser[]>`
    select u.id, u.name, u.email, u.role,
      case when u.disabled_at is not null then 'disabled' when u.password_hash is null then 'invited' else 'active' end as status,
      case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as partner
    from users u left join partners p on p.id = u.partner_id where u.id = ${idOrEmail} or u.email = ${idOrEmail.toLowerCase()}`;
  return row;
}

export function findRenter(_ctx: StaffContext, uid: string): Promise<FoundRenter | undefined> {
  return readRenter(sql`r.uid = ${uid}`);
}

/** Finds the first registered renter with this e-mail address. */
export function findRenterByEmail(_ctx: StaffContext, email: string): Promise<FoundRenter | undefined> {
  return readRenter(sql`lower(r.company ->> 'email') = ${email.toLowerCase()}`);
}

async function readRenter(condition: Fragment): Promise<FoundRenter | undefined> {
  const [row] = await sql<FoundRenter[]>`
    select r.uid, r.company ->> 'company_name' as company, r.company ->> 'city' as city,
      (select coalesce(json_agg(${ownerOfRow} order by p.name, w.environment), '[]')
        from renter_attachments a ${joinOwner(sql`a.world_id`)} where a.renter_uid = r.uid) as owners
    from renters r where ${condition} order by r.created_at, r.uid limit 1`;
  return row;
}

export interface Owner {
  partnerId: string;
  partnerName: string;
  environment: Environment;
}

/** The owner of a row: the world `w` and its partner `p`. */
export const ownerOfRow = sql`json_build_object('partnerId', p.id, 'partnerName', p.name, 'environment', w.environment)`;

export function joinOwner(worldId: Fragment): Fragment {
  return sql`join worlds w on w.id = ${worldId} join partners p on p.id = w.partner_id`;
}
