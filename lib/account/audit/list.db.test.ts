import { randomUUID } from "node:crypto";
import { encodeTime } from "ulid";
import { beforeAll, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import type { Actor } from "#db/schema/security.ts";
import { auditListQuery, list } from "#lib/account/audit/list.ts";
import { inviteAtTerminal } from "#lib/account/users/invite.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { staffAt } from "#lib/developer/console/staff.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";

const count = 2_000;

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

/** A partner whose ten people sign in all day, a key with few calls, busy support, and one old entry of the admin command. */
beforeAll(async () => {
  partner = await makePartner();
  const ids = await Promise.all(
    Array.from({ length: 10 }, async (_none, index) => {
      const person = { name: `Ada ${mark} ${index}`, email: `${index}@${mark}.example`, role: "owner" } as const;
      return (await inviteAtTerminal(operatorContext("tests", new Date()), { partnerId: partner.id, ...person })).userId;
    }),
  );
  people = ids.map((userId) => ({ type: "user", userId, partnerId: partner.id }));
  await insert(Array.from({ length: count }, (_none, index) => entryOf(index)));
});

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
  "a day": () => ({ from: "2026-05-30T00:00:00Z", to: "2026-05-31T00:00:00Z" }),
  "a person's day": () => ({ actor: `3@${mark}.example`, from: "2026-05-30T00:00:00Z", to: "2026-05-31T00:00:00Z" }),
  "an action of a day": () => ({ action: "user.signedIn", from: "2026-05-30T00:00:00Z", to: "2026-05-31T00:00:00Z" }),
};

test.each(Object.keys(filters))("a page of %s has the same entries as a walk through the whole log", async (name) => {
  const query = auditListQuery.parse({ ...filters[name]?.(), limit: "7" });
  const { actor = "", action = [], subject, from = new Date(0), to = new Date("9999-01-01") } = query;
  const expected = await sql<{ id: string }[]>`
    select a.id from audit_entries a left join users u on u.id = a.actor ->> 'userId'
    where (${actor} = '' or ${actor} in (a.actor ->> 'partnerId', a.actor ->> 'keyId', a.actor ->> 'name', u.email)
        or (u.name || ' ') like ${`${actor} %`})
      and (${action.length} = 0 or a.action = any(${[...action]}::text[]))
      and (${subject ?? null}::text is null or a.subject_id = ${subject ?? ""}
        or a.subject_id in (select id from users where partner_id = ${subject ?? ""})
        or a.subject_id in (select k.id from api_keys k join worlds w on w.id = k.world_id where w.partner_id = ${subject ?? ""}))
      and a.at >= ${from} and a.at < ${to}
    order by a.at desc, a.id desc limit 7`;
  const { rows } = await list(staffAt(new Date()), query);
  expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
});
