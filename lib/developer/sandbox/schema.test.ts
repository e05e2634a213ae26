import { expect, test } from "vitest";
import { parser } from "#lib/api/parse.ts";
import { moveSandboxClock, playSandboxScenario, reopenSandboxContract, resetSandbox } from "#lib/developer/sandbox/endpoints.ts";

test.each([
  [moveSandboxClock, { advance: "P1M", too: 1 }],
  [resetSandbox, { confirm: "cg_dev_Xy12", too: 1 }],
  [playSandboxScenario, { name: "paid", too: 1 }],
  [reopenSandboxContract, { end_date: "2027-01-20T08:00:00Z", too: 1 }],
])("an unknown field in a body of the sandbox is refused by its name", (endpoint, body) => {
  const request = new Request(`http://localhost/v2${endpoint.path}`, { method: "POST" });
  const params = { id: "claim_1", contractId: "01JD3W7Q8ZH4C6E1Y9B3D5F7G2" };
  const parse = (text: string) => parser(endpoint as typeof resetSandbox)({ request, params, text });
  expect(() => parse(JSON.stringify(body))).toThrow('the field "too" is not accepted here');
  const { too: _too, ...known } = body;
  expect(() => parse(JSON.stringify(known))).not.toThrow();
});
