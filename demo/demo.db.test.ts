import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { claimStatuses, features } from "#db/schema/enums.ts";
import type { DemoFile } from "#demo/demo-file.ts";
import { seedDemo } from "#demo/demo.ts";
import { findKey } from "#lib/account/keys/find.ts";
import { regenerate } from "#lib/account/keys/regenerate.ts";
import { change, create } from "#lib/account/partners/change.ts";
import { hashPassword } from "#lib/account/users/passwords.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";

const dataDir = mkdtempSync(join(tmpdir(), "covergate-demo-"));
const file = join(dataDir, "demo.json");
const start = () => seedDemo({ url: "http://localhost:3000", dataDir });
const readFile = () => JSON.parse(readFileSync(file, "utf8")) as DemoFile;
const asStaff = () => operatorContext("seed tests", new Date());

afterAll(() => {
  rmSync(dataDir, { recursive: true });
});

async function countRows(): Promise<unknown> {
  // Other tests fill the same database.
  const names = sql(readFile().partners.map(({ name }) => name));
  const [counts] = await sql`
    with demo as (select w.id, w.partner_id from worlds w join partners p on p.id = w.partner_id where p.name in ${names})
    select (select count(*) from partners where name in ${names}) as partners, (select count(*) from api_keys where world_id in (select id from demo)) as keys,
      (select count(*) from renter_openings where partner_id in (select partner_id from demo)) as openings,
      (select count(*) from renter_attachments where world_id in (select id from demo)) as attachments,
      (select count(*) from products where world_id in (select id from demo)) as products,
      (select count(*) from claims where world_id in (select id from demo)) as claims`;
  return counts;
}

async function known(key: string) {
  const found = await findKey(key);
  if (found === undefined) throw new Error("the key opens nothing");
  return found;
}

describe("demo data", () => {
  test("are completed after a failed start by the next two, which take turns; a partner of the same name stays unchanged", async () => {
    const { id } = await create(asStaff(), { name: "Mistral Gestion" });
    await expect(start()).rejects.toThrow("there is a partner named Mistral Gestion already");
    await change(asStaff(), id, { name: "Mistral Gestion SAS" }, { reason: "tests" });
    const [first, second] = await Promise.all([start(), start()]);
    expect(second).toEqual(first);
    expect(first.partners.map(({ name }) => name)).toEqual(["Rivage Logiciels", "Mistral Gestion"]);
    const created = await sql`select name from partners where name in ${sql(["Rivage Logiciels", "Mistral Gestion"])}`;
    expect(created).toHaveLength(2);
  });

  test("include a claim in every state in each partner's production, with documents, and none in development", async () => {
    for (const { productionKey, developmentKey } of readFile().partners) {
      const [production, development] = [await known(productionKey), await known(developmentKey)];
      const claims = await sql<{ status: string; documents: number }[]>`
        select status, (select count(*)::int from claim_documents d where d.claim_id = c.id) as documents
        from claims c where world_id = ${production.world.id}`;
      expect(claims.map(({ status }) => status).toSorted()).toEqual([...claimStatuses].toSorted());
      expect(
        claims
          .filter(({ documents }) => documents === 0)
          .map(({ status }) => status)
          .toSorted(),
      ).toEqual(["archived", "draft"]);
      expect(await sql`select from claims where world_id = ${development.world.id}`).toHaveLength(0);
    }
  });

  test("include keys of the stated environments, with every feature or none", async () => {
    const [rich, plain] = readFile().partners;
    for (const { partner, expected } of [
      { partner: rich, expected: [...features] },
      { partner: plain, expected: [] },
    ]) {
      const development = await known(partner?.developmentKey ?? "");
      const production = await known(partner?.productionKey ?? "");
      expect([development.world.environment, production.world.environment]).toEqual(["development", "production"]);
      expect(development.world.partnerId).toBe(production.world.partnerId);
      for (const { partner: settings, requestsPerMinute } of [development, production]) {
        expect(settings.features).toEqual(expected);
        expect(requestsPerMinute).toBe(60_000);
      }
    }
  });

  test("include products of every type in each environment, with their own identifiers", () => {
    const catalogues = readFile().partners.flatMap(({ products }) => [products.development, products.production]);
    for (const products of catalogues) expect(new Set(products.map(({ product_type }) => product_type))).toEqual(new Set(productTypeNames));
    const all = catalogues.flat();
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(all.length);
    expect(new Set(all.map(({ product_id }) => product_id)).size).toBe(all.length);
  });

  test("attach renters to both keys: the first can have everything insured, another cannot", async () => {
    for (const { renters, developmentKey, productionKey } of readFile().partners) {
      const worldIds = [(await known(developmentKey)).world.id, (await known(productionKey)).world.id];
      const rows = await sql<{ uid: string; types: number; worlds: number[] }[]>`
        select uid, cardinality(contract_types) + cardinality(product_types) as types, array_agg(world_id order by world_id) as worlds
        from renters join renter_attachments on renter_uid = uid where uid in ${sql(renters)} group by uid`;
      for (const { worlds } of rows) expect(worlds).toEqual(worldIds.toSorted((a, b) => a - b));
      const types = renters.map((uid) => rows.find((row) => row.uid === uid)?.types ?? 0);
      expect(types[0]).toBe(3 + productTypeNames.length);
      expect(Math.min(...types)).toBeLessThan(3 + productTypeNames.length);
    }
  });

  test("are in a demo.json that only its owner can read", () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("are not seeded again by a later start, which restores a lost demo.json", async () => {
    const [before, rows] = [readFile(), await countRows()];
    rmSync(file);
    await start();
    expect(readFile()).toEqual(before);
    expect(await countRows()).toEqual(rows);
  });

  test("keep later changes, and demo.json has what works", async () => {
    const before = await start();
    const world = (await known(before.partners[0]?.developmentKey ?? "")).world;
    const { text } = await regenerate(asStaff(), { partnerId: world.partnerId, environment: "development", overlap: 0, reason: "test" });
    const removed = before.partners[0]?.products.development[0]?.uid ?? "";
    await sql`update products set deleted_at = now() where world_id = ${world.id} and uid = ${removed}`;
    const after = await start();
    expect(after.partners[0]?.developmentKey).toBe(text);
    expect(after.partners[0]?.products.development.map(({ uid }) => uid)).toEqual(
      before.partners[0]?.products.development.map(({ uid }) => uid).filter((uid) => uid !== removed),
    );
  });

  test("keep passwords made with an earlier APP_SECRET, and demo.json omits one that its user has changed", async () => {
    const before = await start();
    const [kept, changed] = [before.partners[0]?.users[0]?.email ?? "", before.staff[0]?.email ?? ""];
    const older = "made.with.another.secret";
    for (const email of [kept, changed]) await sql`update users set password_hash = ${await hashPassword(older)} where email = ${email}`;
    writeFileSync(file, readFileSync(file, "utf8").replace(before.partners[0]?.users[0]?.password ?? "none", older));
    const after = await start();
    expect(after.partners[0]?.users[0]).toEqual({ ...before.partners[0]?.users[0], password: older });
    expect(after.staff.map(({ email }) => email)).toEqual(before.staff.slice(1).map(({ email }) => email));
  });

  test("include a new key where every key was revoked", async () => {
    const { partners } = await start();
    await sql`update api_keys set revoked_at = now() where world_id = ${(await known(partners[1]?.productionKey ?? "")).world.id}`;
    const after = await start();
    expect(after.partners[1]?.productionKey).not.toBe(partners[1]?.productionKey);
    expect((await known(after.partners[1]?.productionKey ?? "")).revokedAt).toBeNull();
  });
});
