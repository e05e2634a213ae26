import { describe, expect, test } from "vitest";
import type { Claim } from "#lib/claims/claim.ts";
import { insertSampleClaim } from "#lib/claims/claims.fixture.ts";
import { countQueue, listClaimPartners, listQueue } from "#lib/claims/queue.ts";
import { queueQuery } from "#lib/claims/schema-desk.ts";
import { makePartner } from "#lib/renters/world.fixture.ts";
import { asStaff } from "#lib/users/users.fixture.ts";

const partner = await makePartner();
const stages = {
  submitted: { status: "submitted", stage: null },
  in_progress: { status: "in_progress", stage: "waiting_for_tulip" },
  pending_info: { status: "pending_info", stage: "document_to_send" },
  closed: { status: "closed", stage: "closed_paid" },
  abandoned: { status: "abandoned", stage: "abandoned" },
} as const;
const day = (number: number) => new Date(Date.UTC(2027, 0, number));
const insert = (status: keyof typeof stages, since: number, changes: Partial<Claim> = {}) =>
  insertSampleClaim(changes.test ? partner.worlds.development.id : partner.worlds.production.id, {
    ...stages[status],
    statusSince: day(since),
    ...changes,
  });

const third = await insert("submitted", 3);
const first = await insert("in_progress", 1);
const second = await insert("pending_info", 2, { test: true });
const fifth = await insert("submitted", 5, { test: true });
const fourth = await insert("submitted", 4);
const older = await insert("closed", 6);
const newer = await insert("closed", 7);
await insert("abandoned", 1);

const ask = (query: object) => listQueue(asStaff, queueQuery.parse({ partner: partner.id, ...query }));
const idsOf = async (query: object) => (await ask(query)).rows.map(({ id }) => id);
const ids = (...claims: Claim[]) => claims.map(({ id }) => id);

describe("the claims queue", () => {
  test("shows open claims, the longest waiting first", async () => {
    expect(await idsOf({})).toEqual(ids(first, second, third, fourth, fifth));
  });

  test("shows one state, the latest first where the claims are closed", async () => {
    expect(await idsOf({ status: "submitted" })).toEqual(ids(third, fourth, fifth));
    expect(await idsOf({ status: "closed" })).toEqual(ids(newer, older));
  });

  test("shows real or test claims only, of one partner or of all", async () => {
    expect(await idsOf({ kind: "real" })).toEqual(ids(first, third, fourth));
    expect(await idsOf({ kind: "test" })).toEqual(ids(second, fifth));
    const mine = new Set(ids(second, fifth));
    const { rows } = await listQueue(asStaff, queueQuery.parse({ kind: "test", limit: 100 }));
    expect(rows.map(({ id }) => id).filter((id) => mine.has(id))).toEqual(ids(second, fifth));
    expect(rows.every(({ test: isTest }) => isTest)).toBe(true);
  });

  test.each([
    ["a claimId", () => older.claimId],
    ["a claimId in small letters", () => older.claimId?.toLowerCase()],
    ["an id", () => older.id],
    ["a contract", () => older.cid],
  ])("finds a claim in any state by %s", async (_what, search) => {
    expect(await idsOf({ search: search() })).toEqual(ids(older));
    expect(await idsOf({ search: search(), status: "submitted" })).toEqual([]);
  });

  test.each([1, 2, 3, 4])("can be paged forward and back by %d, whatever order a state has", async (limit) => {
    for (const query of [{}, { status: "closed" }, { kind: "real" }]) {
      const all = await idsOf(query);
      const seen: string[] = [];
      const pages: string[][] = [];
      let page = await ask({ ...query, limit });
      for (;;) {
        pages.push(page.rows.map(({ id }) => id));
        seen.push(...page.rows.map(({ id }) => id));
        if (page.older === null) break;
        page = await ask({ ...query, limit, before: page.older });
      }
      expect(seen).toEqual(all);
      for (const earlier of pages.slice(0, -1).toReversed()) {
        if (page.newer === null) throw new Error("the page before is not led to");
        page = await ask({ ...query, limit, after: page.newer });
        expect(page.rows.map(({ id }) => id)).toEqual(earlier);
      }
      expect(page.newer).toBeNull();
    }
  });

  test("starts at the beginning for an invalid cursor", async () => {
    for (const before of ["nonsense", "2027-99-99T00:00:00.000Z x", " "]) {
      expect(await idsOf({ before })).toEqual(await idsOf({}));
    }
  });

  test("shows the columns by which a handler chooses a claim", async () => {
    const [row] = (await ask({ search: third.id })).rows;
    expect(row).toEqual({
      id: third.id,
      claimId: third.claimId,
      owner: { partnerId: partner.id, partnerName: expect.stringMatching(/^partner /) as string, environment: "production" },
      renter: "renter",
      status: "submitted",
      statusSince: day(3),
      type: "theft",
      subtype: "total_theft",
      product: { type: "bike", brand: "Moustache", model: "Lundi 27" },
      insured: "Ada Martin",
      test: false,
      handler: null,
      toVerify: 2,
    });
  });
});

test("the waiting claims are counted by state", async () => {
  expect(await countQueue(asStaff, { partner: partner.id })).toEqual({ submitted: 3, in_progress: 1, pending_info: 1 });
  expect(await countQueue(asStaff, { partner: partner.id, kind: "real" })).toEqual({ submitted: 2, in_progress: 1, pending_info: 0 });
  expect(await countQueue(asStaff, { partner: "ptn_none" })).toEqual({ submitted: 0, in_progress: 0, pending_info: 0 });
  const all = await countQueue(asStaff, {});
  expect(all.submitted).toBeGreaterThanOrEqual(3);
});

test("the filter lists the partners that have claims", async () => {
  const other = await makePartner();
  const known = (await listClaimPartners(asStaff)).map(({ id }) => id);
  expect(known).toContain(partner.id);
  expect(known).not.toContain(other.id);
});
