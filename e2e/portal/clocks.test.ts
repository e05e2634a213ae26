import { insertClaims } from "#e2e/portal/claims.ts";
import { enter } from "#e2e/portal/database.ts";
import { expect, test } from "#e2e/portal/portal.ts";

for (const { browser: skew, seconds } of [
  { browser: "8 seconds slow", seconds: -8 },
  { browser: "90 seconds slow", seconds: -90 },
  { browser: "five minutes fast", seconds: 300 },
]) {
  test(`a browser whose clock is ${skew} shows a recent event as just now`, async ({ page, portal }) => {
    const [claim] = await insertClaims([
      { partner: portal.first.partner.name, environment: "production", since: new Date(Date.now() - 1000).toISOString() },
    ]);
    await enter(page.context(), portal, portal.handler);
    await page.clock.install({ time: new Date(Date.now() + seconds * 1000) });
    await page.goto(`/support/claims/${claim?.id}`);
    // Nothing may lie in the future, even while the page learns the server's time.
    const said: string[] = [];
    const line = page.getByText("Status changed");
    await expect(async () => {
      said.push((await line.textContent()) ?? "");
      expect(said.at(-1)).toMatch(/Status changed (just now|now|\d\d? seconds? ago)/);
    }).toPass();
    expect(said.filter((text) => /\bin \d|yesterday|tomorrow/.test(text))).toEqual([]);
  });
}
