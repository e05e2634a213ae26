import { startServer } from "#server.ts";
import { runUntilStopped } from "#server/lifecycle.ts";

/** server.ts as it runs before the pages are built; it opens them at SIGUSR2. */
if (import.meta.main) {
  await runUntilStopped(async (running) => {
    const { pages, stop } = await startServer(running, { isBuilt: false });
    process.once("SIGUSR2", () => void pages.open());
    running.onStop(stop);
    running.ready();
  });
}
