import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { serveReactions } from "#clients/tests/typescript/api.fixture.ts";
import { Covergate } from "#clients/typescript/src/client.ts";
import { CovergateError } from "#clients/typescript/src/error.ts";
import type { FileInput } from "#clients/typescript/src/file.ts";

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => error as CovergateError,
  );
const page = (from: number, count: number, next: string | null = null) => ({
  status: 200,
  body: {
    status: "success",
    execution_id: "exec_1",
    contracts: Array.from({ length: count }, (_none, index) => ({ cid: String(from + index) })),
    next,
  },
});

describe("a list", () => {
  test("is loaded page by page with its filters, after what each page names as next", async () => {
    const { covergate, received } = await serveReactions([page(0, 2, "b"), page(2, 2, "d"), page(4, 1)]);
    const cids: string[] = [];
    for await (const { cid } of covergate.contracts.list({ uid: "renter lyon", test: true, limit: 2 })) cids.push(cid);
    expect(cids).toEqual(["0", "1", "2", "3", "4"]);
    const parameters = received.map(({ url }) => Object.fromEntries(new URLSearchParams(url.split("?")[1])));
    const filters = { uid: "renter lyon", test: "true", limit: "2" };
    expect(parameters).toEqual([filters, { ...filters, after: "b" }, { ...filters, after: "d" }]);
  });

  test("skips at its beginning alone, or begins after an item", async () => {
    const { covergate, received } = await serveReactions([page(0, 2, "b"), page(2, 1)]);
    await covergate.contracts.list({ uid: "a", skip: 5, limit: 2 }).take(9);
    await covergate.contracts.list({ uid: "a", after: "z" }).take(9);
    expect(received.map(({ url }) => new URLSearchParams(url.split("?")[1]).get("skip"))).toEqual(["5", null, null]);
    expect(received.map(({ url }) => new URLSearchParams(url.split("?")[1]).get("after"))).toEqual([null, "b", "z"]);
  });

  test("requests no more pages than needed, and no page above the API's limit", async () => {
    const { covergate, received } = await serveReactions([page(0, 100, "c")]);
    expect(await covergate.contracts.list({ uid: "renter-lyon", limit: 5000 }).take(3)).toHaveLength(3);
    expect(received.map(({ url }) => new URLSearchParams(url.split("?")[1]).get("limit"))).toEqual(["100"]);
  });

  test("of events continues before the last event, or after the newest", async () => {
    const events = (ids: string[], more: boolean) => ({ status: 200, body: { events: ids.map((id) => ({ id })), has_more: more } });
    const { covergate, received } = await serveReactions([
      events(["4", "3"], true),
      events(["2"], false),
      events(["2", "1"], true),
      events(["3"], false),
    ]);
    const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);
    expect(idsOf(await covergate.events.list({ event_type: ["v2.contract.created", "v2.contract.closed"] }).take(9))).toEqual([
      "4",
      "3",
      "2",
    ]);
    expect(idsOf(await covergate.events.since("0").take(9))).toEqual(["1", "2", "3"]);
    expect(received.map(({ url }) => url)).toEqual([
      "/v2/events?limit=100&event_type=v2.contract.created&event_type=v2.contract.closed",
      "/v2/events?limit=100&event_type=v2.contract.created&event_type=v2.contract.closed&before=3",
      "/v2/events?limit=100&after=0",
      "/v2/events?limit=100&after=2",
    ]);
  });
});

describe("an error of the API has name, code, field, execution id and cure", () => {
  const of = async (status: number, body: unknown, call: (covergate: Covergate) => Promise<unknown>) => {
    const { covergate } = await serveReactions([{ status, body, headers: status === 429 ? {} : { "retry-after": "0" } }], {
      maxRetries: 0,
    });
    return failureOf(call(covergate));
  };

  test("for contracts", async () => {
    const refused = { status: "error", message: "bad request", error: { code: 1000, message: "start_date 2020-01-01 is in the past" } };
    const error = await of(400, refused, ({ contracts }) => contracts.get("1"));
    expect(error).toBeInstanceOf(CovergateError);
    expect(error).toMatchObject({ name: "START_IN_PAST", code: 1000, status: 400, field: "start_date", executionId: "exec_1" });
    expect(error.message).toBe(refused.error.message);
    expect(error.cure).toMatch(/^Send a start_date/);
  });

  test("for claims, where the same number is another error", async () => {
    const refused = { success: false, error: { code: 1000, message: "insured.firstName: is missing" } };
    const error = await of(400, refused, ({ claims }) => claims.get("1"));
    expect(error).toMatchObject({ name: "CLAIM_VALIDATION_ERROR", field: "insured.firstName" });
  });

  test("for products, whose body is flat", async () => {
    const refused = {
      status: "error",
      type: "bad_request",
      message: 'data.product_subtype "x" is not a subtype of bike',
      execution_id: "exec_1",
      code: 4006,
    };
    expect(await of(400, refused, ({ products }) => products.get("1"))).toMatchObject({ code: 4006, field: "data.product_subtype" });
  });

  test("and is told apart by its message where two errors of a side share a number", async () => {
    const refused = (message: string) => ({ error: { code: 99888, message } });
    const limited = await of(429, refused("the limit of 5 open contracts is reached"), ({ contracts }) => contracts.get("1"));
    expect(limited.name).toBe("OPEN_CONTRACTS_LIMIT");
    const many = await of(429, refused("more than 600 requests in a minute; try again in 3 seconds"), ({ contracts }) =>
      contracts.get("1"),
    );
    expect(many).toMatchObject({ name: "RATE_LIMITED", field: undefined });
  });

  test.each([
    [404, "there is no such endpoint", "UNKNOWN_PATH"],
    [404, "the event does not exist", "EVENT_NOT_FOUND"],
    [405, "the method PUT is not allowed here; allowed: GET", "METHOD_NOT_ALLOWED"],
    [408, "the request did not come to its end in time", "REQUEST_TIMED_OUT"],
    [431, "the address and the headers are larger than 16 KiB", "HEADERS_TOO_LARGE"],
  ])("also where the status %i comes before any operation: %s", async (status, message, name) => {
    const refused = { error: { code: status, message } };
    expect(await of(status, refused, ({ events }) => events.get("1"))).toMatchObject({ name, code: status });
    if (name !== "EVENT_NOT_FOUND") expect(await of(status, refused, ({ claims }) => claims.get("1"))).toMatchObject({ name });
  });

  test("even if the error is newer than the package", async () => {
    const error = await of(400, { error: { code: 77777, message: "something new" } }, ({ contracts }) => contracts.get("1"));
    expect(error).toMatchObject({ name: "UNKNOWN_ERROR", code: 77777, message: "something new", cure: undefined });
  });
});

describe("a success", () => {
  test("tells its status, headers and execution id beside what it returned", async () => {
    const { covergate } = await serveReactions([
      { status: 200, body: { contract: { cid: "1" } }, headers: { "idempotent-replayed": "true", "x-execution-id": "exec_9" } },
    ]);
    const call = covergate.contracts.get("1");
    const { data, status, headers, executionId } = await call.withResponse();
    expect({ data, status, executionId }).toEqual({ data: { cid: "1" }, status: 200, executionId: "exec_9" });
    expect(headers.get("idempotent-replayed")).toBe("true");
    // The call is made once, and the result is a promise in every way.
    expect(await call).toBe(data);
    expect(await Promise.all([call.finally(() => {}), call.then(({ cid }) => cid)])).toEqual([data, "1"]);
  });

  test("whose response is not that of the API is a failure", async () => {
    const { covergate } = await serveReactions([{ status: 200, body: { hello: "world" } }]);
    const unreadable = { name: "UNREADABLE_RESPONSE", status: 200, executionId: "exec_1", cause: expect.any(TypeError) as unknown };
    expect(await failureOf(covergate.contracts.get("1"))).toMatchObject(unreadable);
    expect(await failureOf(covergate.contracts.get("1").withResponse())).toMatchObject(unreadable);
  });
});

describe("what fails before a request is sent is a CovergateError, too:", () => {
  const contract = { uid: "renter-lyon", contract_type: "LCD", end_date: "2027-01-03T00:00:00Z", options: ["break"], products: [] };
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  test.each([
    ["a date that is none", { end_date: new Date("soon") }, "end_date"],
    ["a number that is none", { products: [{ value_excl: Number.NaN }] }, "value_excl"],
    ["an integer that JSON does not have", { products: [{ value_excl: 1n }] }, "body"],
    ["an object that contains itself", { company: cyclic }, "body"],
  ])("%s", async (_what, changes, field) => {
    const { covergate, received } = await serveReactions([page(0, 0)]);
    const error = await failureOf(covergate.contracts.create({ ...contract, ...changes } as never));
    expect(error).toBeInstanceOf(CovergateError);
    expect(error).toMatchObject({ name: "MALFORMED_REQUEST", status: 0, field });
    expect(received).toEqual([]);
  });

  test.each(["/no/such/file.pdf", pathToFileURL("/no/such/file.pdf"), import.meta.dirname])("the file %s", async (file) => {
    const { covergate, received } = await serveReactions([{ status: 200, body: { success: true, data: [] } }]);
    const error = await failureOf(covergate.claims.documents.upload("claim_1", { type: "Facture", title: "Invoice", file }));
    expect(error).toBeInstanceOf(CovergateError);
    expect(error).toMatchObject({ name: "FILE_UNREADABLE", field: "file", cause: expect.any(Error) as unknown });
    expect(received).toEqual([]);
  });
});

test("key and address are read from the environment, and a client without a key is refused", async () => {
  const { received, covergate } = await serveReactions([page(0, 0)]);
  await covergate.contracts.list({ uid: "a" }).take(1);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("COVERGATE_BASE_URL", `http://${received[0]?.headers.host}/v2/`);
  vi.stubEnv("COVERGATE_API_KEY", "cg_of_environment");
  // An empty setting is none.
  await new Covergate({ apiKey: "", baseUrl: "" }).contracts.list({ uid: "a" }).take(1);
  expect(received[1]).toMatchObject({ url: received[0]?.url, headers: { key: "cg_of_environment" } });
  vi.stubEnv("COVERGATE_API_KEY", "");
  expect(() => new Covergate()).toThrow(expect.objectContaining({ name: "MISSING_API_KEY", code: 9001 }));
});

test.each(["", ".", ".."])("an identifier that is %j is refused before it is the path of another operation", async (id) => {
  const { covergate, received } = await serveReactions([{ status: 200, body: { success: true, data: [] } }]);
  const error = await failureOf(covergate.claims.documents.get("claim_1", id));
  expect(error).toMatchObject({ name: "MALFORMED_REQUEST", status: 0, code: 400, field: "documentId" });
  expect(await failureOf(covergate.claims.get(id))).toMatchObject({ message: `id must be an identifier, and is "${id}"` });
  expect(received).toEqual([]);
});

test("what a claim needs is asked for with the product's type and subtype", async () => {
  const { covergate, received } = await serveReactions([{ status: 200, body: { success: true, data: { documents: [] } } }]);
  const query = { subtype: "partial_break", product_type: "bike", product_subtype: "electric" } as const;
  expect(await covergate.claims.requirements(query)).toEqual({ documents: [] });
  expect(Object.fromEntries(new URLSearchParams(received[0]?.url.split("?")[1]))).toEqual(query);
});

test("requests are sent with the given fetch, such as one for a proxy", async () => {
  const asked: string[] = [];
  const own: typeof fetch = (input, init) => {
    asked.push(new Request(input, init).url);
    return Promise.resolve(Response.json({ status: "success", contract: { cid: "1" } }));
  };
  const covergate = new Covergate({ apiKey: "cg_test", baseUrl: "https://api.covergate.example", fetch: own });
  expect(await covergate.contracts.get("1")).toEqual({ cid: "1" });
  expect(asked).toEqual(["https://api.covergate.example/v2/contracts/1"]);
});

describe("a file can be uploaded", () => {
  test("with others in one request, which an attempt after it opens again", async () => {
    const { covergate, received } = await serveReactions(["drop", { status: 200, body: { success: true, data: [] } }]);
    const documents = ["a.pdf", "b.pdf"].map((name) => join(folder, name));
    for (const file of documents) writeFileSync(file, `%PDF-1.4 ${file}`);
    await covergate.claims.documents.upload(
      "claim_1",
      documents.map((file, index) => ({ type: `Type ${index}`, title: "Invoice", file, comment: "é" })),
    );
    const body = documents.map((file, index) => ({
      type: `Type ${index}`,
      title: "Invoice",
      comment: "é",
      filename: basename(file),
      content: Buffer.from(`%PDF-1.4 ${file}`).toString("base64"),
    }));
    expect(received.map((request) => request.body)).toEqual([body, body]);
  });

  const bytes = new TextEncoder().encode("%PDF-1.4 é");
  const folder = mkdtempSync(join(tmpdir(), "covergate-files-"));
  const path = join(folder, "facture é.pdf");
  writeFileSync(path, bytes);
  afterAll(() => rmSync(folder, { recursive: true }));
  const inputs: [string, () => FileInput, string][] = [
    ["by its path", () => path, "facture é.pdf"],
    ["by its URL", () => pathToFileURL(path), "facture é.pdf"],
    ["as bytes", () => bytes, "Invoice"],
    ["as part of a buffer", () => Buffer.concat([Buffer.from("…"), bytes]).subarray(3), "Invoice"],
    ["as an ArrayBuffer", () => bytes.buffer, "Invoice"],
    ["as a Blob", () => new Blob([bytes]), "Invoice"],
    ["as a File", () => new File([bytes], "own.pdf"), "own.pdf"],
    ["as a web stream", () => new Blob([bytes]).stream(), "Invoice"],
    ["as a stream of Node", () => createReadStream(path, { highWaterMark: 3 }), "Invoice"],
  ];

  test.each(inputs)("%s", async (_how, make, filename) => {
    const { covergate, received } = await serveReactions([{ status: 200, body: { success: true, data: [{ id: "doc_1" }] } }]);
    const upload = await covergate.claims.documents.upload(
      "claim/1",
      { type: "Facture", title: "Invoice", file: make() },
      { autoSubmit: true },
    );
    expect(upload).toEqual({ documents: [{ id: "doc_1" }], autoSubmitted: false, claimId: undefined });
    const content = Buffer.from(bytes).toString("base64");
    expect(received).toMatchObject([
      {
        method: "PUT",
        url: "/v2/claims/claim%2F1/documents?autoSubmit=true",
        body: [{ type: "Facture", title: "Invoice", filename, content }],
      },
    ]);
  });
});
