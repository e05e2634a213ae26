import { expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { errorSchema } from "#lib/http/envelope-schemas.ts";
import { notFound } from "#lib/http/not-found.ts";
import { generateKey } from "#lib/keys/secrets.ts";
import { log } from "#lib/log.ts";

// The only one: it takes the database away.
test("a path that no endpoint owns is answered in the envelope also while the database is away", async () => {
  await sql.end();
  const told = vi.spyOn(log, "error").mockReturnValue();
  const answer = await notFound(new Request("http://localhost/v2/products/a/b", { headers: { key: generateKey("development") } }), {
    params: {},
  });
  const body = errorSchema("product", 503).parse(await answer.json());
  const executionId = answer.headers.get("x-execution-id");
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("1");
  expect(body).toMatchObject({ code: 503, execution_id: executionId });
  expect(told).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ executionId }), "a call failed");
  told.mockRestore();
});
