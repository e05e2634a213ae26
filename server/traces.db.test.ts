import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { callersTrace, callersSpan, traceparent, startCollector, startOwn, makeListening, attribute } from "#server/traces.fixture.ts";

// A database of their own, whose jobs disturb nobody.
await useOwnDatabase();

test("one trace goes from the caller through the request and its statements to the delivery and its retry", async () => {
  const collector = await startCollector();
  const { url } = await startOwn({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_BSP_SCHEDULE_DELAY: "50",
  });
  const { key, partnerId, receiver, create } = await makeListening(500);
  const response = await create(url, { traceparent });
  expect(response.status).toBe(200);
  const [, cid = ""] = /"cid":"(\w+)"/.exec(await response.text()) ?? [];
  expect(cid).not.toBe("");

  await waitFor(() => expect(receiver.requests).toHaveLength(1));
  await waitFor(async () => {
    const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
      update delivery_queue set due_at = now() where attempts = 1 and leased_by is null returning 1 as count`;
    expect(count).toBe(1);
  });
  await waitFor(() => expect(receiver.requests).toHaveLength(2));

  const ofTrace = () => collector.spans().filter(({ traceId }) => traceId === callersTrace);
  await waitFor(() => expect(ofTrace().filter(({ name }) => name === "deliver event")).toHaveLength(2));
  const spans = ofTrace();
  const request = spans.find(({ name }) => name === "POST /v2/contracts");
  expect(request).toMatchObject({ parentSpanId: callersSpan });
  expect(response.headers.get("traceresponse")).toBe(`00-${callersTrace}-${request?.spanId}-01`);
  expect(request && attribute(request, "covergate.execution_id")).toEqual({ stringValue: response.headers.get("x-execution-id") });
  expect(request && attribute(request, "http.response.status_code")).toEqual({ intValue: 200 });
  const attempts = spans.filter(({ name }) => name === "deliver event");
  expect(attempts.map(({ parentSpanId }) => parentSpanId)).toEqual([request?.spanId, request?.spanId]);
  expect(receiver.requests.map(({ headers }) => headers["traceparent"])).toEqual(
    attempts.map(({ spanId }) => `00-${callersTrace}-${spanId}-01`),
  );
  // The hidden product, the contract and its events are written by one statement.
  const statements = spans.filter(({ parentSpanId, name }) => parentSpanId === request?.spanId && name !== "deliver event");
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(["SELECT renter_attachments", "INSERT contracts"]));

  for (const secret of [key, partnerId, cid, "Moustache", "BC-12345", "traced"]) expect(collector.texts()).not.toContain(secret);
});
