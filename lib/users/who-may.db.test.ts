import { expect, test } from "vitest";
import { list as listAudit } from "#lib/audit/list.ts";
import { cancel } from "#lib/deliveries/cancel-and-retry.ts";
import { replayMatching } from "#lib/deliveries/replay-matching.ts";
import { replay } from "#lib/deliveries/replay.ts";
import { regenerate, revoke } from "#lib/keys/issue.ts";
import { listReports, report } from "#lib/keys/reports.ts";
import { readImpact } from "#lib/keys/request-counts.ts";
import { reveal } from "#lib/keys/reveal.ts";
import { makePartner } from "#lib/renters/world.fixture.ts";
import { listUsers } from "#lib/users/administration.ts";
import { consoleContext } from "#lib/users/contexts.ts";
import { asPerson, asStaff, freshSession } from "#lib/users/users.fixture.ts";
import { change, create, remove } from "#lib/webhooks/manage.ts";
import { sendTestEvent } from "#lib/webhooks/send-test-event.ts";
import { sampleSettings } from "#lib/webhooks/webhooks.fixture.ts";

async function refusalsOf(attempts: readonly Promise<unknown>[]): Promise<Set<unknown>> {
  const settled = await Promise.allSettled(attempts);
  return new Set(settled.map((one) => (one.status === "fulfilled" ? "done" : (one.reason as { key?: string }).key)));
}

test("keys, reports, people and the audit log are support's alone: claim handlers get nowhere", async () => {
  const { id, keys } = await makePartner();
  const handler = consoleContext(
    {
      user: { id: "usr_handler", email: "h@covergate.example", name: "Marc", role: "handler", partner: null },
      session: freshSession(new Date("2027-01-01T10:00:00.000Z")),
    },
    { now: new Date("2027-01-01T10:00:00.000Z"), address: "192.0.2.9" },
  );
  const attempts = [
    revoke(handler, keys.production.id, "leaked"),
    regenerate(handler, { partnerId: id, environment: "production", overlap: 0, reason: "leaked" }),
    listReports(handler),
    readImpact(handler, keys.production.id),
    listUsers(handler, id, { limit: 10 }),
    listAudit(handler, {}),
  ];
  expect(await refusalsOf(attempts)).toEqual(new Set(["supportOnly"]));
});

test("keys, webhooks and deliveries are the owners' alone: members of the same partner get nowhere", async () => {
  const { keys, contexts } = await makePartner();
  const member = asPerson(contexts.production, "member");
  const attempts = [
    reveal(member, keys.production.id, "reveal"),
    report(member, keys.production.id, { note: "It was in a screenshot in a public issue." }),
    create(member, { name: "mine", url: "https://hooks.example.com/", enabled: true, eventTypes: ["v2.contract.created"] }),
    change(member, "whk_none", { enabled: false }),
    remove(member, "whk_none"),
    sendTestEvent(member, "whk_none", "v2.contract.created"),
    cancel(member, "dlv_none"),
    replay(member, "dlv_none", 0),
    replayMatching(member, {}, member.realTime),
  ];
  expect(await refusalsOf(attempts)).toEqual(new Set(["ownerOnly"]));
});

test("an actor without a user counts as an owner only for the operator", async () => {
  const { worlds, contexts } = await makePartner();
  const { actor: key, ...ctx } = contexts.production;
  const { actor: person } = asPerson(contexts.production, "owner");
  const attempts = [key, person, { type: "system", job: "tests" } as const].map((actor) => create({ ...ctx, actor }, sampleSettings));
  expect(await refusalsOf(attempts)).toEqual(new Set(["ownerOnly"]));
  const operator = { ...asStaff, realTime: asStaff.now, world: worlds.production };
  expect(await refusalsOf([create(operator, sampleSettings)])).toEqual(new Set(["done"]));
});
