import { beforeEach, describe, expect, test } from "vitest";
import { db, sql } from "#db/client.ts";
import type { AlertDetail } from "#db/schema/alerts.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { issueKey } from "#lib/account/keys/issue.ts";
import { makeCompany, sampleAlert } from "#lib/developer/alerts/alerts.fixture.ts";
import { evaluateAlerts } from "#lib/developer/alerts/evaluate.ts";
import { list } from "#lib/developer/alerts/list.ts";
import { create } from "#lib/developer/alerts/manage.ts";
import type { AlertKind } from "#lib/developer/alerts/schema-kinds.ts";
import { makeCalls } from "#lib/developer/overview/traffic.fixture.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";

await useOwnDatabase();
beforeEach(async () => void (await sql`delete from alert_rules`));

const [hour, day] = [3_600_000, 86_400_000];
const start = new Date("2027-03-03T09:00:00.000Z");
const later = (ms: number) => new Date(start.getTime() + ms);
const rule = (kind: AlertKind, threshold: number) => ({ ...sampleAlert, kind, threshold });

type Company = Awaited<ReturnType<typeof makeCompany>>;
/** Evaluates the rules at a moment and returns the causes that last. */
async function evaluate({ at }: Pick<Company, "at">, now: Date, environment: "development" | "production" = "production") {
  await evaluateAlerts(now);
  const { world } = at(now, environment);
  const rows = await sql<{ detail: AlertDetail }[]>`
    select a.detail from alerts a join alert_rules r on r.id = a.rule_id where r.world_id = ${world.id} and a.ended_at is null order by a.id`;
  return rows.map(({ detail }) => detail);
}

describe("the error rate", () => {
  // rules/alerts.md#rules-6
  test("is of the partner's own calls: what the portal sends counts neither as a call nor as an error", async () => {
    const company = await makeCompany();
    const { world } = company.at(start);
    await create(company.at(start), rule("errorRate", 20));
    const calls = (count: number, status: number, changes: object = {}) =>
      makeCalls(
        { world: { ...world, partnerId: company.partner.id }, now: start },
        Array.from({ length: count }, () => ({ status, ...changes })),
      );
    await calls(19, 200);
    await calls(30, 400, { source: "try_it" });
    await calls(1, 400, { source: "command_line" });
    expect(await evaluate(company, later(1000))).toEqual([]);
    await calls(4, 500);
    expect(await evaluate(company, later(60_000))).toEqual([{ kind: "errorRate", calls: 24, errors: 5 }]);
    // The next hour is clean; it is over once the hour before is one too.
    expect(await evaluate(company, later(hour + 60_000))).toHaveLength(1);
    expect(await evaluate(company, later(2 * hour + 60_000))).toEqual([]);
  });

  test("says that it is not judged until ten calls were made in this hour and the one before", async () => {
    const company = await makeCompany();
    const { world } = company.at(start);
    await create(company.at(start), rule("errorRate", 20));
    await create(company.at(start), rule("keyUnused", 7));
    const calls = (count: number, now: Date) =>
      makeCalls(
        { world: { ...world, partnerId: company.partner.id }, now },
        Array.from({ length: count }, () => ({ status: 200 })),
      );
    const unjudged = async (now: Date) => {
      const { rules } = await list(company.at(now));
      return rules.filter(({ hasTooFewCalls }) => hasTooFewCalls).map(({ kind }) => kind);
    };
    await calls(9, start);
    expect(await unjudged(start)).toEqual(["errorRate"]);
    await calls(1, later(hour));
    expect(await unjudged(later(hour))).toEqual([]);
    expect(await unjudged(later(2 * hour))).toEqual(["errorRate"]);
  });
});

describe("keys", () => {
  // rules/alerts.md#rules-1
  test("that are not used are told of, and that is over once they are", async () => {
    const company = await makeCompany();
    const { keys, worlds } = company.partner;
    await sql`update api_keys set created_at = ${start}, last_used_at = null where world_id = ${worlds.production.id}`;
    await create(company.at(start), rule("keyUnused", 7));
    expect(await evaluate(company, later(7 * day - 1))).toEqual([]);
    expect(await evaluate(company, later(7 * day + hour))).toMatchObject([{ kind: "keyUnused", keyId: keys.production.id }]);
    await sql`update api_keys set last_used_at = ${later(7 * day + hour)} where id = ${keys.production.id}`;
    expect(await evaluate(company, later(7 * day + 2 * hour))).toEqual([]);
  });

  test("that were replaced are told of after the hours that a switch may take, and anew once they no longer work", async () => {
    const company = await makeCompany();
    const { keys, worlds } = company.partner;
    const old = keys.production.id;
    await create(company.at(start), rule("keyOutdated", 2));
    await db.transaction((tx) => issueKey(tx, worlds.production, start));
    await sql`update api_keys set created_at = ${later(-day)}, expires_at = ${later(day)}, last_used_at = ${later(hour)} where id = ${old}`;
    expect(await evaluate(company, later(3 * hour)), "a switch takes its time").toEqual([]);
    await sql`update api_keys set last_used_at = ${later(4 * hour)} where id = ${old}`;
    expect(await evaluate(company, later(4 * hour))).toMatchObject([{ kind: "keyOutdated", keyId: old, works: true }]);
    expect(await evaluate(company, later(day + hour)), "used before its end, not after").toEqual([]);
    await sql`update api_keys set last_used_at = ${later(day + 2 * hour)} where id = ${old}`;
    expect(await evaluate(company, later(day + 2 * hour))).toMatchObject([
      { keyId: old, works: false, endsAt: "2027-03-04T09:00:00+00:00" },
    ]);
    expect(await evaluate(company, later(2 * day + 3 * hour)), "not presented for a day").toEqual([]);
  });

  test("that were revoked are told of as soon as they are presented", async () => {
    const company = await makeCompany();
    const { id } = company.partner.keys.production;
    await create(company.at(start), rule("keyOutdated", 24));
    await sql`update api_keys set revoked_at = ${start}, revoked_reason = 'leaked', last_used_at = ${later(-1)} where id = ${id}`;
    expect(await evaluate(company, later(hour))).toEqual([]);
    await sql`update api_keys set last_used_at = ${later(hour)} where id = ${id}`;
    expect(await evaluate(company, later(hour + 60_000))).toMatchObject([{ keyId: id, works: false }]);
  });
});

describe("claims", () => {
  test("that wait for the partner are told of after the days of the rule, until they no longer wait", async () => {
    const company = await makeCompany();
    await create(company.at(start), rule("claimWaiting", 2));
    const waiting = { status: "pending_info", stage: "document_to_send", statusSince: start } as const;
    const claim = await insertSampleClaim(company.partner.worlds.production.id, waiting);
    await insertSampleClaim(company.partner.worlds.production.id, { ...waiting, status: "in_progress", stage: "waiting_for_tulip" });
    expect(await evaluate(company, later(2 * day - 1))).toEqual([]);
    expect(await evaluate(company, later(2 * day + hour))).toEqual([{ kind: "claimWaiting", id: claim.id, number: claim.claimId }]);
    await sql`update claims set status = 'in_progress', stage = 'waiting_for_tulip' where id = ${claim.id}`;
    expect(await evaluate(company, later(2 * day + 2 * hour))).toEqual([]);
  });

  test("of a sandbox wait by its clock", async () => {
    const company = await makeCompany();
    const { id } = company.partner.worlds.development;
    await create(company.at(start, "development"), rule("claimWaiting", 2));
    await insertSampleClaim(id, { status: "pending_info", stage: "document_to_send", statusSince: start, test: true });
    expect(await evaluate(company, later(hour), "development")).toEqual([]);
    await sql`update worlds set clock_offset_ms = ${2 * day} where id = ${id}`;
    expect(await evaluate(company, later(2 * hour), "development")).toHaveLength(1);
  });
});

test("a rule of a kind that a former release had is not evaluated, and stays", async () => {
  const company = await makeCompany();
  const { id } = await create(company.at(start), rule("keyUnused", 7));
  await sql`update alert_rules set kind = 'renewalsOfWeek', threshold = null where id = ${id}`;
  expect(await evaluate(company, later(30 * day))).toEqual([]);
  expect((await list(company.at(start))).rules).toEqual([]);
  expect([...(await sql`select enabled from alert_rules where id = ${id}`)]).toEqual([{ enabled: true }]);
});
