import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { makeUser } from "#lib/account/users/users.fixture.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { assignClaim, listHandlers } from "#lib/insurance/claims/desk/assign.ts";
import { takeAction } from "#lib/insurance/claims/desk/take-action.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";

const partner = await makePartner();
const [ada, paul] = [await makeUser("handler"), await makeUser("handler")];
const as = ({ id }: { id: string }): OperatorContext => ({
  ...operatorContext("tests", new Date("2027-01-06T10:00:00.000Z")),
  now: new Date("2027-01-06T10:00:00.000Z"),
  actor: { type: "staff", name: "Ada Martin", userId: id },
  address: "192.0.2.9",
});
const claimOf = (handlerId: string | null, status: "in_progress" | "closed" = "in_progress") =>
  insertSampleClaim(partner.worlds.production.id, {
    status,
    stage: status === "closed" ? "closed_paid" : "waiting_for_tulip",
    handlerId,
  });
const read = async ({ id }: { id: string }) => {
  const [row] = await sql<{ handlerId: string | null; updatedAt: Date }[]>`
    select handler_id, updated_at from claims where id = ${id}`;
  return row;
};
const auditOf = ({ id }: { id: string }) => sql`select action, reason, details from audit_entries where subject_id = ${id} order by id`;

describe("an open claim", () => {
  // rules/claims.md#handle-8
  test("is handed over with a reason, and its version for partners stays", async () => {
    const claim = await claimOf(ada.id);
    await assignClaim(as(ada), claim.id, { kind: "handOver", seen: ada.id, to: paul.id, reason: "I am on leave." });
    expect(await read(claim)).toEqual({ handlerId: paul.id, updatedAt: claim.updatedAt });
    expect(await auditOf(claim)).toEqual([
      { action: "claim.handedOver", reason: "I am on leave.", details: { from: ada.id, to: paul.id } },
    ]);
    expect(await sql`select from events where subject_id = ${claim.id}`).toHaveLength(0);
  });

  test("is taken from a colleague, and given up", async () => {
    const claim = await claimOf(ada.id);
    await assignClaim(as(paul), claim.id, { kind: "take", seen: ada.id });
    expect(await read(claim)).toMatchObject({ handlerId: paul.id });
    await assignClaim(as(paul), claim.id, { kind: "unassign", seen: paul.id, reason: "Not my field." });
    expect(await read(claim)).toMatchObject({ handlerId: null });
    expect(await auditOf(claim)).toMatchObject([
      { action: "claim.assigned", details: { from: ada.id, to: paul.id } },
      { action: "claim.unassigned", reason: "Not my field." },
    ]);
  });

  // rules/claims.md#handle-8
  test("goes to one of two who take it at once, and the other is told to whom", async () => {
    for (let round = 0; round < 10; round += 1) {
      const claim = await claimOf(null);
      const outcomes = await Promise.allSettled([ada, paul].map((user) => assignClaim(as(user), claim.id, { kind: "take", seen: null })));
      const refused = outcomes.filter((outcome) => outcome.status === "rejected").map(({ reason }) => reason as object);
      expect(refused).toMatchObject([{ key: "claimAssignedMeanwhile", values: { name: "Ada Martin" } }]);
      expect(await auditOf(claim)).toHaveLength(1);
    }
  });

  test.each([
    ["support", () => makeUser("support")],
    ["a partner's owner", () => makeUser({ role: "owner", partnerId: partner.id })],
  ])("is not handed over to %s", async (_who, make) => {
    const claim = await claimOf(ada.id);
    const handedOver = assignClaim(as(ada), claim.id, { kind: "handOver", seen: ada.id, to: (await make()).id, reason: "x" });
    await expect(handedOver).rejects.toMatchObject({ key: "noHandler" });
    expect(await read(claim)).toMatchObject({ handlerId: ada.id });
  });
});

test("a claim that is over, or that nobody holds any more, stays as it is", async () => {
  const closed = await claimOf(ada.id, "closed");
  await expect(assignClaim(as(paul), closed.id, { kind: "take", seen: ada.id })).rejects.toMatchObject({ key: "claimChanged" });
  const free = await claimOf(null);
  await expect(assignClaim(as(paul), free.id, { kind: "take", seen: ada.id })).rejects.toMatchObject({ key: "claimUnassignedMeanwhile" });
  await expect(assignClaim(as(paul), "claim_none", { kind: "take", seen: null })).rejects.toMatchObject({ key: "noClaim" });
});

test("a take-over says in the audit log from whom", async () => {
  const claim = await insertSampleClaim(partner.worlds.production.id, { handlerId: ada.id });
  await takeAction(as(paul), claim.id, { move: "takeOver" });
  expect(await auditOf(claim)).toMatchObject([{ action: "claim.takenOver", details: { from: ada.id } }]);
});

test("a claim that was handed over meanwhile is not taken over by whoever saw another handler, or none", async () => {
  const claim = await insertSampleClaim(partner.worlds.production.id, {});
  const seen = claim.updatedAt.toISOString();
  await assignClaim(as(ada), claim.id, { kind: "handOver", seen: null, to: ada.id, reason: "It is about her partner." });
  const takeOver = (seenHandler: string | null) => takeAction(as(paul), claim.id, { move: "takeOver", seen, seenHandler });
  await expect(takeOver(null)).rejects.toMatchObject({ key: "claimChanged" });
  expect(await read(claim)).toEqual({ handlerId: ada.id, updatedAt: claim.updatedAt });
  expect(await takeOver(ada.id)).toMatchObject({ handlerId: paul.id, status: "in_progress" });
  expect((await auditOf(claim)).at(-1)).toMatchObject({ action: "claim.takenOver", details: { from: ada.id } });
});

test("handlers are offered by name, and neither support nor partners' people", async () => {
  const [support, owner] = [await makeUser("support"), await makeUser({ role: "owner", partnerId: partner.id })];
  const offered = (await listHandlers(as(ada))).map(({ id }) => id);
  expect(offered).toEqual(expect.arrayContaining([ada.id, paul.id]));
  for (const { id } of [support, owner]) expect(offered).not.toContain(id);
});
