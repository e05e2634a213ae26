import { expect, inject, onTestFinished, test } from "vitest";
import { endProgram } from "#db/embedded/supervise.ts";
import { makePartner } from "#e2e/api/world.ts";
import { startServer } from "#e2e/setup/server.ts";
import { withinMinute } from "#e2e/setup/within-minute.ts";

const limit = 60;
const burst = 200;

/** How many of a burst on several instances pass within one minute of the clock. */
const countPassed = (urls: readonly string[]) =>
  withinMinute(async () => {
    const { key } = (await makePartner({ requestsPerMinute: limit })).development;
    const statuses = await Promise.all(
      Array.from({ length: burst }, async (_none, index) => {
        const response = await fetch(`${urls[index % urls.length]}/v2/products`, { headers: { key } });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    return statuses.filter((status) => status === 200).length;
  })();

test("in a burst a rate limit is exact on one instance, and exceeded by at most 10 % on two", async () => {
  const [databaseUrl, dataDirectory, door] = [inject("databaseUrl"), inject("dataDirectory"), inject("door")];
  const other = await startServer({ databaseUrl, dataDirectory, door });
  onTestFinished(() => endProgram(other.program));
  const both = [inject("baseUrl"), other.url];
  expect(await countPassed([other.url])).toBe(limit);
  for (let times = 0; times < 5; times += 1) {
    const passed = await countPassed(both);
    expect(passed).toBeGreaterThanOrEqual(limit);
    expect(passed).toBeLessThanOrEqual(limit * 1.1);
  }
});
