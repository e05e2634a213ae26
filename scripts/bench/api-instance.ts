import { startServer } from "#server.ts";
import { runUntilStopped } from "#server/lifecycle.ts";

/** An instance with its jobs and without pages, which need a build. */
await runUntilStopped(async (running) => {
  const { stop } = await startServer(running, { isBuilt: false });
  running.onStop(stop);
  running.ready();
});
