import { once } from "node:events";
import { join } from "node:path";
import { endProgram, spawnSupervised } from "#db/embedded/supervise.ts";
import type { FillProgress } from "#demo/fill.ts";
import { compileClient } from "#scripts/clients/compile.ts";
import { prepare } from "#scripts/prepare.ts";
import { welcome } from "#scripts/welcome.ts";
import { runUntilStopped } from "#server/lifecycle.ts";

const next = join(import.meta.dirname, "../node_modules/next/dist/bin/next");

await runUntilStopped(async (running) => {
  const { env, url, openDatabase } = await prepare("development", running);
  const [started] = await Promise.all([openDatabase(), compileClient()]);
  // Imported late: it reads the settings.
  const { mailboxPath } = await import("#lib/platform/mail/mailbox.ts");
  console.log(welcome(url, started, mailboxPath()));
  const dev = spawnSupervised(process.execPath, [next, "dev", "--port", String(env.PORT), "--hostname", env.HOST], {
    stdio: ["inherit", "inherit", "inherit"],
  });
  running.onStop(() => endProgram(dev));
  running.ready();
  if (started?.receiver !== undefined) {
    // Imported late: it reads the settings.
    const { fillDemo } = await import("#demo/fill.ts");
    await fillDemo({ receiver: started.receiver, tell: tellProgress }).catch((error: unknown) => {
      if (!running.isStopping()) console.error("The demo data could not be filled.", error);
    });
  }
  const [code] = (await once(dev, "exit")) as [number | null];
  running.stop(code ?? 0);
});

function tellProgress({ partner, environment, contracts, planned }: FillProgress): void {
  console.log(`Demo data: ${partner}, ${environment}: contracts ${contracts} of ${planned}.`);
}
