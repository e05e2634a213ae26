import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { expectCalls, startRecorder, writeSamples } from "#components/docs/samples/client-samples.fixture.ts";
import { eventsOfLife, makeClientShop, runProgram, settingsOfLife } from "#e2e/api/clients.ts";
import { lcd } from "#e2e/api/samples.ts";
import { copySamples, expectAllDeleted, expectOneContract, expectReceiver, walkSamples } from "#e2e/foreign/clients/samples.ts";
import { keepPythonPackages, MissingTool } from "#e2e/foreign/kept-tools.ts";
import { generatePythonModels, modelGenerator } from "#scripts/clients/python.ts";

const root = join(import.meta.dirname, "../../..");

/** A Python with what the client needs and what checks it, or undefined if it cannot be had. */
const python = await keepPythonPackages("covergate-client-3", [
  ...["httpx==0.28.1", "typing_extensions==4.16.0", "mypy==2.4.1", "hatchling==1.33.0"],
  ...["fastapi==0.165.0", "uvicorn==0.54.0", "flask==3.1.3", "django==5.2.19", "django-stubs==5.2.9"],
  modelGenerator,
]).then(
  (place) => join(place, "bin/python"),
  (error: unknown) => {
    if (error instanceof MissingTool) return undefined;
    throw error;
  },
);

interface Index {
  version: string;
  python: { url: string; sha256: string };
}

/** Programs that insure the contract in CONTRACT and print its cid. */
const programs = {
  Covergate: `
import json, os
from covergate import Covergate
with Covergate() as covergate:
    contract = covergate.contracts.create(json.loads(os.environ["CONTRACT"]))
    print(contract["cid"])
`,
  AsyncCovergate: `
import asyncio, json, os
from covergate import AsyncCovergate
async def main():
    async with AsyncCovergate() as covergate:
        contract = await covergate.contracts.create(json.loads(os.environ["CONTRACT"]))
        assert [each["cid"] async for each in covergate.contracts.list(uid=contract["uid"])] == [contract["cid"]]
        print(contract["cid"])
asyncio.run(main())
`,
};

const deletions = {
  Covergate: `
from covergate import Covergate
with Covergate() as covergate:
    for product in covergate.products.list(limit=2):
        covergate.products.delete(product["product_id"])
`,
  AsyncCovergate: `
import asyncio
from covergate import AsyncCovergate
async def main():
    async with AsyncCovergate() as covergate:
        async for product in covergate.products.list(limit=2):
            await covergate.products.delete(product["product_id"])
asyncio.run(main())
`,
};

const refusal = `
from covergate import Covergate, CovergateError, webhooks
def failure(call):
    try:
        call()
    except CovergateError as error:
        return error
refused = failure(lambda: Covergate().contracts.create({"uid": "", "contract_type": "LCD"}))
print(refused.name, refused.code, refused.status, refused.field, refused.execution_id is not None, refused.cure is not None)
empty = failure(lambda: Covergate(max_retries=0).claims.get(""))
print(empty.name, empty.code, empty.status, empty.field)
headers = {"Webhook-Id": "evt_1", "Webhook-Timestamp": "1", "Webhook-Signature": "v1,AAAA"}
print(failure(lambda: webhooks.verify(b"{}", headers, "whsec_AAAA")).message)
print(failure(lambda: webhooks.verify(b"{}", headers, "whsec_AAAA", now=1)).name)
for timestamp in ["9" * 400, "9" * 5000]:
    print(failure(lambda: webhooks.verify(b"{}", {**headers, "Webhook-Timestamp": timestamp}, "whsec_AAAA")).name)
print(failure(lambda: webhooks.verify(b"{}", headers, "whsec_é", now=1)).message)
`;

/** Each prints the same with the client that is awaited and with the one that is not. */
const outcomes = `
import asyncio, datetime, decimal, io, json, math, os, pathlib, sys
from covergate import AsyncCovergate, Covergate, CovergateError
is_async = sys.argv[1] == "async"
class Pipe(io.RawIOBase):
    def readable(self): return True
    def readinto(self, buffer):
        data = source.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)
source = io.BytesIO(b"a file")
def client(**settings):
    return AsyncCovergate(**settings) if is_async else Covergate(**settings)
def run(call):
    return asyncio.run(call()) if is_async else call()
def failure(call):
    try:
        run(call)
    except CovergateError as error:
        return [error.name, error.status, error.execution_id, error.idempotency_key, type(error.__cause__).__name__]
def show(value):
    print(json.dumps(value))
contract = json.loads(os.environ["CONTRACT"])
contract["end_date"] = datetime.datetime.fromisoformat(contract["end_date"].replace("Z", "+00:00"))
contract["products"][0]["value_excl"] = decimal.Decimal(contract["products"][0]["value_excl"])
def create():
    covergate = client(base_url=" " + os.environ["COVERGATE_BASE_URL"] + "\\n")
    return covergate.with_response(covergate.contracts.create, contract, idempotency_key="mine")
first, again = run(create), run(create)
show([first.status, first.data == again.data, first.execution_id.startswith("exec_"), again.headers["Idempotent-Replayed"]])
naive = {**contract, "end_date": datetime.datetime(2027, 1, 1)}
show(failure(lambda: client().contracts.create(naive)))
show(failure(lambda: client().contracts.create({**contract, "company": {1j}})))
show(failure(lambda: client().contracts.create({**contract, "products": [{"value_excl": math.nan}]})))
show(failure(lambda: client().contracts.create(contract, idempotency_key="a\\nb")))
show(failure(lambda: client(base_url="http://a:port", max_retries=0).contracts.get("1")))
def upload(**settings):
    def call():
        files = ["note.txt", pathlib.Path("note.txt"), b"a file", open("note.txt", "rb"), io.BytesIO(b"a file"), Pipe()]
        documents = [{"type": "Facture", "title": "note.txt", "file": file, "comment": "é"} for file in files]
        return client(**settings).claims.documents.upload("claim_1", documents)
    return call
away = "http://127.0.0.1:1"
show(failure(lambda: client().claims.documents.upload("1", {"type": "a", "title": "b", "file": "/no/such/file"})))
show(failure(lambda: client().claims.documents.upload("1", {"type": "a", "title": "b", "file": "/"})))
show(failure(lambda: client(base_url=away, max_retries=0).contracts.create(contract, idempotency_key="mine")))
show(failure(lambda: client(base_url=os.environ["BROKEN"], max_retries=0).contracts.get("1")))
show(failure(lambda: client(base_url=os.environ["BROKEN"], max_retries=0).statements.list()))
run(upload(base_url=os.environ["RECORDER"]))
`;

const fromFiles = `
import base64, hashlib, hmac
from covergate import Covergate, webhooks
print(len(Covergate().renters.list()))
body = b'{"event_type": "v2.claim.closed", "data": {}}'
signature = base64.b64encode(hmac.new(base64.b64decode("AAAA"), b"evt_1.1." + body, hashlib.sha256).digest()).decode()
headers = {"webhook-id": "evt_1", "webhook-timestamp": "1", "webhook-signature": "v1," + signature}
of_wsgi = {"HTTP_" + name.upper().replace("-", "_"): value for name, value in headers.items()}
of_asgi = [(name.encode(), value.encode()) for name, value in headers.items()]
for given in (headers, of_wsgi, of_asgi):
    print(webhooks.verify(body, given, "whsec_AAAA\\n", now=1)["event_type"])
`;

/** Expects the Python client of the server at `address` to do in an integrator's hands what its guide says. */
export function testPython(address: () => string): void {
  const directory = mkdtempSync(join(tmpdir(), "covergate-python-"));
  afterAll(() => rmSync(directory, { recursive: true }));

  test("the server says which wheel there is, and serves it to anybody", async () => {
    const index = (await (await fetch(`${address()}/clients/index.json`)).json()) as Index;
    expect(index.python.url).toBe(`${address()}/clients/covergate-${index.version}-py3-none-any.whl`);
    const bytes = new Uint8Array(await (await fetch(index.python.url)).arrayBuffer());
    expect(index.python.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    const latest = await fetch(`${address()}/clients/covergate-latest-py3-none-any.whl`, { redirect: "manual" });
    expect([latest.status, latest.headers.get("location")]).toEqual([302, new URL(index.python.url).pathname]);
  });

  describe.skipIf(python === undefined)("with Python and packages of PyPI", () => {
    // pip reads the version in the name of a file before it asks for it.
    beforeAll(async () => {
      const { python: wheel } = (await (await fetch(`${address()}/clients/index.json`)).json()) as Index;
      const flags = ["--quiet", "--no-index", "--no-deps", "--disable-pip-version-check", "--target", join(directory, "packages")];
      await runProgram(python ?? "", ["-m", "pip", "install", ...flags, wheel.url], directory);
    });

    const run = (args: string[], environment: Record<string, string>) =>
      runProgram(python ?? "", ["-W", "error", ...args], directory, { PYTHONPATH: join(directory, "packages"), ...environment });

    test("the models are what the description says today; `npm run clients` writes them", async () => {
      const generated = await generatePythonModels(python ?? "");
      const committed = Object.keys(generated).map((path) => [path, readFileSync(join(root, path), "utf8")] as const);
      expect(Object.fromEntries(committed)).toEqual(generated);
    });

    test("the types of the package and of a program agree", async () => {
      const check = (...args: string[]) =>
        runProgram(python ?? "", ["-m", "mypy", "--python-version", "3.10", ...args], directory, { MYPYPATH: join(directory, "packages") });
      expect(await check("--package", "covergate")).toMatch(/^Success/);
      const samples = [...copySamples("python", directory).map((name) => join(directory, name)), ...writeSamples(directory, "python")];
      expect(await check("--strict", "--follow-imports=silent", join(root, "e2e/client/life.py"), ...samples)).toMatch(/^Success/);
    });

    test("the sources of the package make the same wheel, also under the name of the newest ones", async () => {
      const place = join(directory, "from-sources");
      const flags = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--target", place];
      await runProgram(python ?? "", ["-m", "pip", "install", ...flags, `${address()}/clients/covergate-latest.tar.gz`], directory);
      const read = (installed: string) => readFileSync(join(installed, "covergate/_address.py"), "utf8");
      expect(read(place)).toBe(read(join(directory, "packages")));
      expect(readdirSync(join(place, "covergate"))).toEqual(expect.arrayContaining(["py.typed", "generated"]));
    });

    test("the samples of the guide do what they say", async () => {
      copySamples("python", directory);
      await walkSamples(address(), (sample, settings) => run([`${sample.replace("-", "_")}.py`], settings));
      const environment = { PYTHONPATH: join(directory, "packages") };
      const [flask, uvicorn] = [
        ["flask", "--app", "webhook_flask", "run"],
        ["uvicorn", "webhook_fastapi:app"],
      ];
      for (const receiver of [flask, uvicorn]) {
        await expectReceiver(python ?? "", (port) => ["-u", "-m", ...receiver, "--port", port], directory, environment);
      }
    });

    test("the samples of the reference ask for what their examples do", async () => {
      const { url, calls, close } = await startRecorder();
      onTestFinished(close);
      const files = writeSamples(directory, "python");
      const program = "import json, os, runpy\nfor file in json.loads(os.environ['FILES']):\n    runpy.run_path(file)";
      await run(["-c", program], { COVERGATE_API_KEY: "cg_dev_x", COVERGATE_BASE_URL: url, FILES: JSON.stringify(files) });
      expectCalls(calls);
    });

    test("a program walks the whole life", async () => {
      const printed = await run([join(root, "e2e/client/life.py")], await settingsOfLife(join(root, "e2e/documents/files/photo.png")));
      expect(JSON.parse(printed)).toEqual(eventsOfLife);
    });

    test.each(Object.entries(programs))("a creation with %s whose first answer is lost on the way insures once", async (_name, program) => {
      await expectOneContract(address(), (settings) => run(["-c", program], settings));
    });

    test.each(Object.entries(deletions))("a loop of %s may delete what it lists", async (_name, program) => {
      await expectAllDeleted(address(), (settings) => run(["-c", program], settings));
    });

    test("a key and a secret may come from files that end in a line feed, and headers from ASGI and WSGI", async () => {
      const { key } = await makeClientShop();
      expect(await run(["-c", fromFiles], { COVERGATE_API_KEY: `${key}\n` })).toBe(`1\n${"v2.claim.closed\n".repeat(3)}`);
    });

    test("a response that cannot be decoded is none, and the call is sent again", async () => {
      const answers = ["hello", gzipSync('{"success":true,"data":{"id":"claim_1"}}')];
      const garbler = createServer((_request, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(answers.shift());
      });
      await once(garbler.listen(0, "127.0.0.1"), "listening");
      onTestFinished(() => void garbler.close());
      const { port } = garbler.address() as AddressInfo;
      const program = 'from covergate import Covergate\nprint(Covergate().claims.get("claim_1")["id"])';
      const environment = { COVERGATE_API_KEY: "cg_dev_x", COVERGATE_BASE_URL: `http://127.0.0.1:${port}` };
      expect(await run(["-c", program], environment)).toBe("claim_1\n");
    });

    test.each(["async", "sync"])(
      "a success tells its response, whatever fails is a CovergateError, and files come from anywhere, in each attempt: %s",
      async (kind) => {
        const recorder = await startRecorder({ drops: 1 });
        onTestFinished(recorder.close);
        const answers = ["{", '{"hello": "world"}'];
        const broken = createServer(
          (_request, response) => void response.writeHead(200, { "x-execution-id": "exec_1" }).end(answers.shift()),
        );
        await once(broken.listen(0, "127.0.0.1"), "listening");
        onTestFinished(() => void broken.close());
        writeFileSync(join(directory, "note.txt"), "a file");
        writeFileSync(join(directory, "outcomes.py"), outcomes);
        const { key, uid } = await makeClientShop();
        const { port } = broken.address() as AddressInfo;
        const environment = { COVERGATE_API_KEY: key, CONTRACT: JSON.stringify(lcd(uid)), RECORDER: recorder.url };
        // An unclosed client is told by a warning, which is not what this is about.
        const printed = await run(["-W", "ignore", "outcomes.py", kind], { ...environment, BROKEN: `http://127.0.0.1:${port}` });
        const key32 = expect.stringMatching(/^[\da-f-]{36}$/) as unknown;
        expect(
          printed
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as unknown),
        ).toEqual([
          [200, true, true, "true"],
          ["MALFORMED_REQUEST", 0, null, null, "ValueError"],
          ["MALFORMED_REQUEST", 0, null, null, "TypeError"],
          ["MALFORMED_REQUEST", 0, null, null, "ValueError"],
          ["CONNECTION_FAILED", 0, null, "a\nb", "LocalProtocolError"],
          ["MALFORMED_REQUEST", 0, null, null, "InvalidURL"],
          ["FILE_UNREADABLE", 0, null, key32, "FileNotFoundError"],
          ["FILE_UNREADABLE", 0, null, key32, "IsADirectoryError"],
          ["CONNECTION_FAILED", 0, null, "mine", "ConnectError"],
          ["UNREADABLE_RESPONSE", 200, "exec_1", null, "JSONDecodeError"],
          ["UNREADABLE_RESPONSE", 200, "exec_1", null, "NoneType"],
        ]);
        const document = {
          type: "Facture",
          title: "note.txt",
          filename: "note.txt",
          comment: "é",
          content: Buffer.from("a file").toString("base64"),
        };
        expect(recorder.calls.map(({ body }) => body)).toEqual([Array.from({ length: 6 }, () => document)]);
      },
    );

    test("a refusal and a forged delivery say what is wrong", async () => {
      const { key } = await makeClientShop();
      expect(await run(["-c", refusal], { COVERGATE_API_KEY: key })).toBe(
        [
          "UID_MISSING 1012 400 uid True True",
          "MALFORMED_REQUEST 400 0 id",
          "webhook-timestamp must be within 300 seconds of now, and is 1",
          "SIGNATURE_INVALID",
          "SIGNATURE_INVALID",
          "SIGNATURE_INVALID",
          "a secret must be `whsec_` and base64, as the portal shows it",
          "",
        ].join("\n"),
      );
    });
  });
}
