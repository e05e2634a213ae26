import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { mountApi } from "#lib/api/mount.ts";
import { errorSchema } from "#lib/api/openapi/envelopes.ts";
import { log } from "#lib/platform/log/log.ts";

test("an error in a handler is answered in the envelope of its side and logged", async () => {
  const told = vi.spyOn(log, "error").mockReturnValue();
  const root = mkdtempSync(join(tmpdir(), "covergate-mount-"));
  onTestFinished(() => {
    rmSync(root, { recursive: true });
    told.mockRestore();
  });
  mkdirSync(join(root, "app/v2"), { recursive: true });
  const routes = `export const routes = [Object.assign(fail, { endpoint: { method: "GET", path: "/products" } })];`;
  writeFileSync(join(root, "app/v2/routes.ts"), `async function fail() { throw new Error("a secret"); }\n${routes}`);
  const dispatch = await mountApi(root);
  const answer = await dispatch(new Request("http://localhost/v2/products?limit=1"), undefined);
  const text = await answer.text();
  const executionId = answer.headers.get("x-execution-id");
  expect(answer.status).toBe(500);
  expect(errorSchema("product", 500).parse(JSON.parse(text))).toMatchObject({ code: 500, execution_id: executionId });
  expect(text).not.toContain("secret");
  expect(told).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ executionId, error: new Error("a secret") }), "a call failed");
});
