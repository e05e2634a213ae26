import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { eraseAfterTerm } from "#lib/developer/erasure/erase-after-term.ts";
import { findPerson } from "#lib/developer/erasure/find-person.ts";
import { criteria } from "#lib/developer/erasure/requests.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { insertContracts } from "#lib/insurance/contracts/contracts.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";

await useOwnDatabase();

const now = new Date("2035-01-10T09:00:00.000Z");
const yearsAgo = (years: number) => new Date(now.getTime() - years * 365.25 * 86_400_000);
const individual = { first_name: "Zoë", last_name: "D’Œuvre", country: "FR" };

async function makeEnded(worldId: number, endedAt: Date | null): Promise<string> {
  const sample = { uid: "renter", contractType: "LMD", test: false, createdAt: yearsAgo(9) } as const;
  const [made] = await insertContracts(worldId, [{ ...sample, status: endedAt === null ? "open" : "closed" }]);
  const cid = made?.cid ?? "";
  await sql`update contracts set ended_at = ${endedAt}, individual = ${JSON.stringify(individual)}::text::jsonb where cid = ${cid}`;
  return cid;
}

const nameOf = async (cid: string) => {
  const [row] = await sql<{ name: string | null }[]>`select individual ->> 'last_name' as name from contracts where cid = ${cid}`;
  return row?.name ?? null;
};

test("persons go from contracts that ended before the term, unless a claim is open or changed since, however often the job runs", async () => {
  const { worlds } = await makePartner();
  const world = worlds.production.id;
  const [old, recent, open, claimed, handled] = await Promise.all([
    makeEnded(world, yearsAgo(6)),
    makeEnded(world, yearsAgo(4)),
    makeEnded(world, null),
    makeEnded(world, yearsAgo(6)),
    makeEnded(world, yearsAgo(6)),
  ]);
  const of = async (cid: string, status: "submitted" | "closed", updatedAt: Date) => {
    const [product] = await sql<{ cpid: string }[]>`select cpid from contract_products where cid = ${cid}`;
    return insertSampleClaim(world, { cid, cpid: product?.cpid ?? "", status, updatedAt });
  };
  const [gone] = await Promise.all([
    of(old, "closed", yearsAgo(6)),
    of(claimed, "submitted", yearsAgo(6)),
    of(handled, "closed", yearsAgo(1)),
  ]);

  expect(await eraseAfterTerm(now)).toBe(0);
  const counts = await Promise.all([eraseAfterTerm(now, { years: 5 }), eraseAfterTerm(now, { years: 5 })]);
  expect(Math.max(...counts)).toBe(1);
  expect(await Promise.all([old, recent, open, claimed, handled].map(nameOf))).toEqual([
    null,
    ...Array.from({ length: 4 }, () => "D’Œuvre"),
  ]);
  expect(await sql`select insured ->> 'lastName' as name, status from claims where id = ${gone.id}`).toEqual([
    { name: "[erased]", status: "closed" },
  ]);
  expect(await eraseAfterTerm(now, { years: 5 })).toBe(0);
  const [entry] = await sql`select actor, reason from audit_entries where action = 'person.erased' and subject_id = ${old}`;
  expect(entry).toEqual({ actor: { type: "system", job: "erase-after-term" }, reason: null });
});

test("a person is found however the name is typed", async () => {
  const { worlds } = await makePartner();
  const cid = await makeEnded(worlds.production.id, yearsAgo(1));
  for (const name of ["zoe d'oeuvre", "D’ŒUVRE ZOË", "  Zoë   D‑Œuvre "]) {
    const { contracts } = await findPerson(operatorContext("tests", now), criteria.parse({ name }));
    expect(
      contracts.map((found) => found.cid),
      name,
    ).toContain(cid);
  }
  const { contracts } = await findPerson(operatorContext("tests", now), criteria.parse({ name: "Zoe Oeuvre", contracts: [cid] }));
  expect(contracts.map((found) => found.cid)).toEqual([cid]);
});
