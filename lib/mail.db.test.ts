import { afterAll, afterEach, expect, test, vi } from "vitest";
import { log } from "#lib/log.ts";
import { sendMail } from "#lib/mail.ts";

const { mails, proxy } = await vi.hoisted(async () => {
  const { useMailServer } = await import("#e2e/setup/mail-server.ts");
  const { startTcpProxy } = await import("#e2e/setup/tcp-proxy.fixture.ts");
  const { completeEnvironment } = await import("#scripts/settings.ts");
  const started = await useMailServer();
  const address = started.server.server.address();
  const between = await startTcpProxy(typeof address === "object" && address !== null ? address.port : 0);
  completeEnvironment({ SMTP_URL: `smtp://127.0.0.1:${between.port}` });
  return { mails: started, proxy: between };
});

afterEach(async () => {
  await proxy.pass();
  mails.received.length = 0;
});
afterAll(() => proxy.close());

const mail = { to: ["ada@example.com", "bob@example.com", "eve@example.com"], subject: "News", text: "Some." };
const timeoutMs = 300;

test.each<[what: string, begin: () => Promise<void> | void]>([
  ["is silent", () => proxy.silenceNew()],
  ["refuses connections", () => proxy.refuseNew()],
])("a mail server that %s is abandoned in time for all addresses at once, and gets every message later", async (_what, begin) => {
  const logged = vi.spyOn(log, "error").mockReturnValue();
  await begin();
  const started = performance.now();
  expect(await sendMail(mail, { timeoutMs, retriesMs: [200, 200, 200, 200] })).toBe(0);
  expect(performance.now() - started).toBeLessThan(2 * timeoutMs + 1_000);
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ subject: "News" }), "a message could not be sent; it is tried again");
  proxy.reset();
  await proxy.pass();
  await vi.waitFor(() => expect(mails.received.map(({ to }) => to.join(",")).toSorted()).toEqual(mail.to), { timeout: 20_000 });
  logged.mockRestore();
});
