import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillGuideStep, namesOf, variableOf } from "#components/docs/guides/guide-step.ts";
import type { GuideStep } from "#components/docs/guides/guide-step.ts";
import { firstClaimSteps, firstContractSteps } from "#components/docs/guides/steps.ts";
import { guideSamples } from "#components/docs/samples/guide-samples.ts";

const run = promisify(execFile);
const now = new Date("2027-03-01T09:20:00.000Z");
/** The values of the reader's environment, some with characters that addresses, shells or JSON escape. */
const values = {
  renter: "Vélos d'Annecy & fils",
  product: "prod_1",
  cid: "01JD",
  cpid: "cpid_1",
  start: "2027-03-01T09:20:00.000Z",
  claim: "claim_1",
};
const answer = {
  product: { uid: "u", product_id: "prod_2" },
  contract: { uid: "u", start_date: "2027-03-01T09:21:00.000Z", products: { cpid_2: { start_date: "later" }, cpid_3: {} }, cid: "01JE" },
  data: { id: "claim_2", documents: [{ id: "doc_1" }] },
};

let received: { method: string | undefined; path: string | undefined; body: string };

const server = createServer((request, response) => {
  void text(request).then((body) => {
    received = { method: request.method, path: decodeURIComponent(request.url ?? ""), body };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
});

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
const environment = {
  NODE_ENV: "test",
  NODE_NO_WARNINGS: "1",
  COVERGATE_API_KEY: "cg_dev_x",
  ...Object.fromEntries(Object.entries(values).map(([name, value]) => [variableOf(name), value])),
} as const;
const runners = {
  curl: (sample: string) => run("sh", ["-c", sample], { env: environment }),
  typescript: (sample: string) => run(process.execPath, ["--input-type=module-typescript", "--eval", sample], { env: environment }),
};
const guides: Record<string, Record<string, GuideStep>> = { contract: firstContractSteps, claim: firstClaimSteps };
const steps = Object.entries(guides).flatMap(([guide, named]) =>
  Object.entries(named).map(([name, step]) => [`${guide}: ${name}`, step] as const),
);

describe.each(Object.entries(runners))("a guide's step in %s", (language, runSample) => {
  test.each(steps)("sends its request with the values of the environment: %s", async (_name, step) => {
    await runSample(guideSamples(step, { address: address(), now })[language as keyof typeof runners]);
    const example = fillGuideStep(step, { ...values, uuid: "" }, now);
    const path = step.endpoint.path.replaceAll(/\{(\w+)\}/g, (_slot, name: string) => example.params?.[name] ?? "");
    const query = new URLSearchParams(example.query).toString();
    expect(received).toMatchObject({ method: step.endpoint.method, path: `/v2${path}${query === "" ? "" : `?${query}`}` });
    const sent: unknown = received.body === "" ? undefined : JSON.parse(received.body.replace(/[\da-f]{8}-[\da-f-]{27}/, ""));
    expect(sent).toEqual(example.body);
  });
});

test("curl captures the values that later steps need", async () => {
  const kept = async (step: GuideStep, names: string) => {
    const { stdout } = await runners.curl(`${guideSamples(step, { address: address(), now }).curl}\nprintf '%s\\n' ${names}`);
    return stdout.trim().split("\n").slice(1);
  };
  expect(await kept(firstContractSteps.product, '"$PRODUCT"')).toEqual(["prod_2"]);
  expect(await kept(firstClaimSteps.contract, '"$CID" "$CPID" "$START"')).toEqual(["01JE", "cpid_2", "2027-03-01T09:21:00.000Z"]);
  expect(await kept(firstClaimSteps.create, '"$CLAIM"')).toEqual(["claim_2"]);
});

test.each(steps)("PHP and Python capture every value too: %s", (_name, step) => {
  const { php, python } = guideSamples(step, { address: address(), now });
  for (const variable of namesOf(step).map(variableOf)) {
    expect(php).toContain(`getenv('${variable}')`);
    expect(python).toMatch(new RegExp(`os\\.environ\\[["']${variable}["']\\]`));
  }
  expect(php + python).not.toContain("__");
});
