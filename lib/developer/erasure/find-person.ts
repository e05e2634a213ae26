import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import type { Criteria } from "#lib/developer/erasure/requests.ts";
import { phoneDigits } from "#lib/developer/erasure/rules/person.ts";
import type { Named, PersonValues } from "#lib/developer/erasure/rules/person.ts";
import type { ContractStatus } from "#lib/insurance/catalogue/schema.ts";
import type { ClaimInsured, ClaimStatus } from "#lib/insurance/claims/schema.ts";
import type { Company, Individual } from "#lib/insurance/contracts/schema.ts";
import type { RenterCompany } from "#lib/insurance/renters/schema.ts";
import { fold, folded } from "#lib/platform/lists/folded.ts";

export interface FoundContract {
  cid: string;
  worldId: number;
  status: ContractStatus;
  erasedAt: Date | null;
  company: Company | null;
  individual: Individual | null;
}

export interface FoundClaim {
  id: string;
  claimId: string | null;
  cid: string;
  worldId: number;
  status: ClaimStatus;
  isPaying: boolean;
  insured: ClaimInsured;
}

export interface FoundUser {
  id: string;
  email: string;
  name: string;
  disabledAt: Date | null;
}

/** The places of a person's data. */
export interface FoundPerson {
  /** Contracts whose insured or representative is the person, or that the request names. */
  contracts: FoundContract[];
  /** Claims on those contracts, and others in which the person is the insured; without erased ones. */
  claims: FoundClaim[];
  /** Rental companies whose contact the person is. */
  renters: { uid: string; company: RenterCompany }[];
  users: FoundUser[];
  values: PersonValues;
}

const pageSize = 5_000;

/** Looks for a person; writes nothing. Reads the tables of contracts and claims whole, a page at a time, unless only contracts are named. */
export async function findPerson(_ctx: OperatorContext, person: Criteria): Promise<FoundPerson> {
  const isPerson = person.email !== undefined || person.phone !== undefined || person.name !== undefined;
  const byParty = isPerson
    ? await pages("contracts", "cid", sql`${matchesParty("individual", person)} or ${matchesParty("company", person)}`)
    : [];
  const contracts = await readContracts([...byParty, ...(await listChain(person.contracts))]);
  const byInsured = isPerson ? await pages("claims", "id", matches(insuredColumns, person)) : [];
  const claims = await readClaims(
    contracts.map(({ cid }) => cid),
    byInsured,
  );
  const renters = isPerson
    ? await db.execute<{ uid: string; company: RenterCompany }>(sql`
        select uid, company from renters where ${matchesParty("company", person)} order by uid`)
    : [];
  const users = isPerson
    ? await db.execute<{ [Name in keyof FoundUser]: FoundUser[Name] }>(sql`
        select id, email, name, disabled_at from users
        where ${matches({ email: sql`email`, phone: sql`null::text`, name: sql`name` }, person)} order by id`)
    : [];
  return {
    contracts,
    claims,
    renters: [...renters],
    users: [...users],
    values: valuesOf(person, {
      individuals: contracts.flatMap(({ individual }) => (individual === null ? [] : [individual])),
      companies: [...contracts.flatMap(({ company }) => (company === null ? [] : [company])), ...renters.map(({ company }) => company)],
      insured: claims.map(({ insured }) => insured),
      users: [...users],
    }),
  };
}

interface Columns {
  email: SQL;
  phone: SQL;
  name: SQL;
}

const insuredColumns: Columns = {
  email: sql`insured ->> 'email'`,
  phone: sql`insured ->> 'phoneNumber'`,
  name: sql`coalesce(insured ->> 'firstName', '') || ' ' || coalesce(insured ->> 'lastName', '')`,
};

function matchesParty(column: "individual" | "company", person: Criteria): SQL {
  const party = sql.raw(column);
  return matches(
    {
      email: sql`${party} ->> 'email'`,
      phone: sql`${party} ->> 'phone_number'`,
      name: sql`coalesce(${party} ->> 'first_name', '') || ' ' || coalesce(${party} ->> 'last_name', '')`,
    },
    person,
  );
}

/** At least one of the given values matches, and none contradicts. */
function matches(columns: Columns, { email, phone, name }: Criteria): SQL {
  const criteria: { column: SQL; same: SQL }[] = [];
  if (email !== undefined) criteria.push({ column: columns.email, same: sql`lower(${columns.email}) = ${email.toLowerCase()}` });
  if (phone !== undefined) {
    criteria.push({ column: columns.phone, same: sql`right(regexp_replace(${columns.phone}, '\\D', '', 'g'), 9) = ${phoneDigits(phone)}` });
  }
  if (name !== undefined) {
    const words = fold(name).trim().split(/\s+/);
    const orders = words.map((_word, first) => [...words.slice(first), ...words.slice(0, first)].join(" "));
    const compared = sql`(select trim(regexp_replace(${sql.raw(folded("typed.name"))}, '\\s+', ' ', 'g')) from (select ${columns.name} as name) typed)`;
    criteria.push({ column: columns.name, same: sql`${compared} = any(${sql.param(orders)}::text[])` });
  }
  const some = criteria.map(({ same }) => sql`coalesce(${same}, false)`);
  const none = criteria.map(({ column, same }) => sql`(coalesce(trim(${column}), '') = '' or ${same})`);
  return sql`((${sql.join(some, sql` or `)}) and ${sql.join(none, sql` and `)})`;
}

/** Reads a table page by page, so that each statement is short; returns the keys of the rows for which the condition holds. */
async function pages(table: "contracts" | "claims", key: "cid" | "id", condition: SQL): Promise<string[]> {
  const found: string[] = [];
  const [from, id] = [sql.raw(table), sql.raw(key)];
  for (let after = ""; ;) {
    const [page] = await db.execute<{ last: string | null; found: string[] | null }>(sql`
      with page as materialized (select * from ${from} where ${id} > ${after} order by ${id} limit ${pageSize})
      select (select ${id} from page order by ${id} desc limit 1) as last, (select array_agg(${id}) from page where ${condition}) as found`);
    found.push(...(page?.found ?? []));
    if (page === undefined || page.last === null) return found;
    after = page.last;
  }
}

/** Lists the whole renewal chains of these contracts, which have the same insured. */
async function listChain(cids: readonly string[]): Promise<string[]> {
  if (cids.length === 0) return [];
  const rows = await db.execute<{ cid: string }>(sql`
    with recursive chain (cid) as (
      select unnest(${sql.param(cids)}::text[])
      union select case when r.cid = c.cid then r.next_cid else r.cid end
        from chain c join automatic_renewals r on (r.cid = c.cid or r.next_cid = c.cid) and r.next_cid is not null
    ) select cid from chain`);
  return rows.map(({ cid }) => cid);
}

async function readContracts(cids: readonly string[]): Promise<FoundContract[]> {
  const rows = await db.execute<{ [Name in keyof FoundContract]: FoundContract[Name] }>(sql`
    select cid, world_id, status, erased_at, company, individual
    from contracts where cid = any(${sql.param([...new Set(cids)])}::text[]) order by cid`);
  return [...rows];
}

/** Claims that were not erased: those on contracts, and those named. */
export async function readClaims(cids: readonly string[], ids: readonly string[]): Promise<FoundClaim[]> {
  const rows = await db.execute<{ [Name in keyof FoundClaim]: FoundClaim[Name] }>(sql`
    select c.id, c.claim_id, c.cid, c.world_id, c.status, c.insured,
      exists (select from settlements s where s.claim_id = c.id and s.payment_state in ('pending_approval', 'approved', 'executing')) as "isPaying"
    from claims c
    where c.id = any(array(
        select id from claims where cid = any(${sql.param(cids)}::text[]) union select unnest(${sql.param(ids)}::text[])
      )) and c.erased_at is null order by c.id`);
  return [...rows];
}

function valuesOf(
  person: Criteria,
  found: { individuals: Individual[]; companies: (Company | RenterCompany)[]; insured: ClaimInsured[]; users: FoundUser[] },
): PersonValues {
  const companies = found.companies.map((company) => ({ email: undefined, phone_number: undefined, ...company }));
  const parties = [...found.individuals, ...companies];
  const names = [
    ...parties.map(({ first_name, last_name }) => ({ first: first_name ?? "", last: last_name ?? "" })),
    ...found.insured.map(({ firstName, lastName }) => ({ first: firstName, last: lastName })),
    ...[person.name ?? "", ...found.users.map(({ name }) => name)].map(splitName),
  ];
  return {
    emails: [
      person.email,
      ...parties.map(({ email }) => email),
      ...found.insured.map(({ email }) => email),
      ...found.users.map(({ email }) => email),
    ].filter(isText),
    phones: [
      person.phone,
      ...parties.map(({ phone_number }) => phone_number),
      ...found.insured.map(({ phoneNumber }) => phoneNumber),
    ].filter(isText),
    names,
  };
}

function splitName(name: string): Named {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return { first, last: rest.join(" ") };
}

function isText(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}
