import { randomUUID } from "node:crypto";
import { encodeTime } from "ulid";
import { beforeAll, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { list } from "#lib/audit/list.ts";
import { findWay } from "#lib/audit/page.ts";
import type { Actor } from "#lib/context.ts";
import { makePartner } from "#lib/renters/world.fixture.ts";
import { auditListQuery } from "#lib/support/schema.ts";
import { staffAt } from "#lib/support/staff.fixture.ts";
import { invite } from "#lib/users/administration.ts";

// Whatever other tests hold open would keep the visibility map, and so the plans, from being as they are in quiet.
await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());

const count = 20_000;
/** A page and the way to it; the log alone has many times as many blocks. */
const maxBlocks = 320;

const mark = randomUUID();
const last = new Date("2026-06-01T12:00:00.000Z");
const secondsApart = 300;
const at = (index: number) => new Date(last.getTime() - index * secondsApart * 1000);

interface Entry {
  actor: Actor;
  action: string;
  subject: string;
}

let people: Actor[];
let partner: Awaited<ReturnType<typeof makePartner>>;

/** A partner whose ten people sign in all day; a key that calls now and then; support at work; somebody at the admin command, once, long ago. */
beforeAll(async () => {
  partner = await makePartner();
  const ids = await Promise.all(
    Array.from({ length: 10 }, async (_none, index) => {
      const person = { name: `Ada ${mark} ${index}`, email: `${index}@${mark}.example`, role: "owner" } as const;
      return (await invite(staffAt(new Date()), { kind: "partner", partnerId: partner.id, ...person })).userId;
    }),
  );
  people = ids.map((userId) => ({ type: "user", userId, partnerId: partner.id }));
  await insert(Array.from({ length: count }, (_none, index) => entryOf(index)));
  // What autovacuum would come to.
  await sql`vacuum analyze`;
}, 120_000);

function entryOf(index: number): Entry {
  const person = people[index % people.length]!;
  const keyId = partner.keys.production.id;
  if (index === count - 1) return { actor: { type: "staff", name: `deploy ${mark}` }, action: "tariff.created", subject: "trf_old" };
  if (index === count - 2) return { actor: person, action: "webhook.deleted", subject: "whk_old" };
  if (index % 500 === 0) {
    return { actor: { type: "apiKey", keyId, partnerId: partner.id }, action: "renter.attached", subject: `uid ${index}` };
  }
  if (index % 2 === 0) {
    return { actor: { type: "staff", name: "Sophie", userId: "usr_sophie" }, action: "key.revoked", subject: `key_${index}` };
  }
  return { actor: person, action: "user.signedIn", subject: person.type === "user" ? person.userId : "" };
}

async function insert(entries: readonly Entry[]): Promise<void> {
  const rows = entries.map(({ actor, action, subject }, index) => {
    const moment = at(index);
    const id = `aud_${encodeTime(moment.getTime(), 10)}${String(index).padStart(16, "0")}`;
    return { id, at: moment.toISOString(), actor, action, subject_id: subject, details: { mark, some: "thing that was changed", index } };
  });
  await sql`
    insert into audit_entries (id, at, actor, action, subject_id, address, details)
    select id, at, actor, action, subject_id, '192.0.2.1', details from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as r (id text, at timestamptz, actor jsonb, action text, subject_id text, details jsonb)`;
}

const filters: Record<string, () => object> = {
  "no filter": () => ({}),
  "an action that most have": () => ({ action: "user.signedIn" }),
  "an action that one has, long ago": () => ({ action: "tariff.created" }),
  "an action that none has": () => ({ action: "user.linkRenewed" }),
  "several actions": () => ({ action: "user.linkRenewed,key.revoked,tariff.created" }),
  "a person": () => ({ actor: `3@${mark}.example` }),
  "many people": () => ({ actor: `Ada ${mark}` }),
  "a partner": () => ({ actor: partner.id }),
  "a key": () => ({ actor: partner.keys.production.id }),
  "somebody at the admin command": () => ({ actor: `deploy ${mark}` }),
  nobody: () => ({ actor: `nobody ${mark}` }),
  "what a person does all day": () => ({ actor: `3@${mark}.example`, action: "user.signedIn" }),
  "what a person did once, long ago": () => ({ actor: `Ada ${mark}`, action: "webhook.deleted" }),
  "what others do all day": () => ({ actor: `Ada ${mark}`, action: "key.revoked" }),
  "what none of them has done": () => ({ actor: `Ada ${mark}`, action: "tariff.created" }),
  "a subject": () => ({ subject: "key_400" }),
  "a partner with its people and keys": () => ({ subject: partner.id }),
  "what was not done to a subject": () => ({ subject: partner.id, action: "tariff.created" }),
  "what somebody did to a subject": () => ({ subject: "whk_old", actor: `Ada ${mark}` }),
  "a day": () => ({ from: "2026-05-01", to: "2026-05-01" }),
  "a person's day": () => ({ actor: `3@${mark}.example`, from: "2026-05-01", to: "2026-05-01" }),
  "an action of a day": () => ({ action: "user.signedIn", from: "2026-05-01", to: "2026-05-01" }),
};

test.each(Object.keys(filters))("a page of %s is read from an index, not walked to; so is the next", async (name) => {
  const query = auditListQuery.parse(filters[name]?.());
  for (const page of [query, { ...query, before: `aud_${encodeTime(at(count / 2).getTime(), 10)}` }]) {
    const way = await findWay(page);
    const [row] = await sql<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }[]>`explain (analyze, buffers, format json) ${way.ids()}`;
    const { "Shared Hit Blocks": hit = 0, "Shared Read Blocks": read = 0 } = row?.["QUERY PLAN"][0].Plan ?? {};
    expect(hit + read).toBeLessThan(maxBlocks);
  }
});

test.each(Object.keys(filters))("a page of %s holds what walking through the log would find", async (name) => {
  const query = auditListQuery.parse({ ...filters[name]?.(), limit: "7" });
  const { actor = "", action = [], subject, from = "0001-01-01", to = "9999-12-31" } = query;
  const expected = await sql<{ id: string }[]>`
    select a.id from audit_entries a left join users u on u.id = a.actor ->> 'userId'
    where (${actor} = '' or ${actor} in (a.actor ->> 'partnerId', a.actor ->> 'keyId', a.actor ->> 'name', u.email)
        or (u.name || ' ') like ${`${actor} %`})
      and (${action.length} = 0 or a.action = any(${[...action]}::text[]))
      and (${subject ?? null}::text is null or a.subject_id = ${subject ?? ""}
        or a.subject_id in (select id from users where partner_id = ${subject ?? ""})
        or a.subject_id in (select k.id from api_keys k join worlds w on w.id = k.world_id where w.partner_id = ${subject ?? ""})
        or a.subject_id in (select h.id from webhooks h join worlds w on w.id = h.world_id where w.partner_id = ${subject ?? ""})
        or a.actor ->> 'partnerId' = ${subject ?? ""} or a.details ->> 'partnerId' = ${subject ?? ""})
      and a.at >= ${from}::timestamptz and a.at < ${to}::timestamptz + interval '1 day'
    order by a.id desc limit 7`;
  const { rows } = await list(staffAt(new Date()), query);
  expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
});
