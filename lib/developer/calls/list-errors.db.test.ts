import { expect, test } from "vitest";
import { makePortal } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { sampleCall } from "#lib/developer/calls/calls.fixture.ts";
import { listErrors } from "#lib/developer/calls/list-errors.ts";
import { filterOfError } from "#lib/developer/calls/list-filters.ts";
import { callListQuery, list } from "#lib/developer/calls/list.ts";
import { flushCalls, recordCall } from "#lib/developer/calls/record.ts";
import type { CallRecord } from "#lib/developer/calls/schema.ts";

const hourMs = 3_600_000;

test("errors are counted by code and endpoint with their trend and previous count, in their own world only", async () => {
  const [ctx, other] = [await makePortal(), await makePortal()];
  const call = (hoursAgo: number, refused: Partial<CallRecord>, worldId = ctx.world.id) =>
    sampleCall({ at: new Date(ctx.realTime.getTime() - hoursAgo * hourMs), worldId, ...refused });
  const refused = { status: 400, errorCode: 1051 };
  for (const each of [
    call(0, refused),
    call(2, refused),
    call(2, refused),
    call(30, refused),
    call(1, { ...refused, endpoint: "updateContract" }),
    call(1, { status: 404, errorCode: 404, endpoint: null }),
    call(1, {}),
    call(1, refused, other.world.id),
  ]) {
    recordCall(each);
  }
  await flushCalls();
  const { errors } = await listErrors(ctx, { range: "24h", timeZone: "UTC" });
  const told = errors.map(({ endpoint, errorCode, calls, before }) => ({ endpoint, errorCode, calls, before }));
  expect(told[0]).toEqual({ endpoint: "createContract", errorCode: 1051, calls: 3, before: 1 });
  expect(told.slice(1)).toHaveLength(2);
  expect(told).toContainEqual({ endpoint: "updateContract", errorCode: 1051, calls: 1, before: 0 });
  expect(told).toContainEqual({ endpoint: null, errorCode: 404, calls: 1, before: 0 });
  expect(errors[0]?.trend.slice(-3)).toEqual([2, 0, 1]);
});

test("an error leads to the calls that it counts", async () => {
  const ctx = await makePortal();
  for (const changes of [{}, { source: "command_line" }, { source: "try_it" }, { endpoint: null }] as const) {
    recordCall(sampleCall({ at: ctx.realTime, worldId: ctx.world.id, status: 400, errorCode: 1051, ...changes }));
  }
  await flushCalls();
  const { from, errors } = await listErrors(ctx, { range: "24h", timeZone: "UTC" });
  for (const error of errors) {
    const { rows } = await list(ctx, callListQuery.parse(filterOfError(error, from)));
    expect([error.endpoint, rows.length]).toEqual([error.endpoint, error.calls]);
  }
});
