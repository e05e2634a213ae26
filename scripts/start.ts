import { SetupError } from "#db/embedded/setup-error.ts";
import { build, isBuildStale } from "#scripts/build.ts";
import { explainPort, prepare } from "#scripts/prepare.ts";
import { describeStart, welcome } from "#scripts/welcome.ts";
import type { RunningServer } from "#server.ts";
import { runUntilStopped } from "#server/lifecycle.ts";
import type { Running } from "#server/lifecycle.ts";

/** The priority of the build beside the API, which gets ten times the processor if both need all of it. */
const niceness = 10;

await runUntilStopped(async (running) => {
  const { env, openDatabase } = await prepare("production", running);
  // Loaded while the database starts. A failure is reported below.
  const loading = import("#server.ts");
  loading.catch(() => undefined);
  const isMigration = process.argv[2] === "migrate";
  const isBuilt = isMigration || !isBuildStale();
  const building = isBuilt ? undefined : build(running, { niceness });
  building?.catch(() => undefined);
  const started = await openDatabase();
  if (isMigration) {
    // `covergate migrate`, as a job before the instances of a cluster, has nothing else to do.
    const { version } = await import("#lib/platform/version.ts");
    await tell("The database is that of this release.", "the database is that of this release", version);
    return running.stop(0);
  }
  const { startServer } = await loading;
  const starting = startServer(running, { isBuilt });
  // A signal may come before the server has started; a failed start is reported below.
  running.onStop((hurry) =>
    starting.then(
      (server) => server.stop(hurry),
      () => undefined,
    ),
  );
  const { url, pages } = await starting.catch((error: unknown) => {
    // Another process may have taken the port meanwhile.
    throw explainPort(env, error);
  });
  // Imported late: it reads the settings.
  const [{ version }, { mailboxPath }] = [await import("#lib/platform/version.ts"), await import("#lib/platform/mail/mailbox.ts")];
  const description = { ...describeStart(url, started, mailboxPath()), ...version };
  await tell(welcome(url, started, mailboxPath()), "Covergate is ready", description);
  running.ready();
  const opening = building && openPages(pages, building, running);
  await Promise.all([opening, started?.receiver !== undefined && fill(started.receiver, running, opening)]);
});

/**
 * Fills the demo data while the API answers, most of it once the pages are open. The next start continues a filling that fails or is
 * stopped.
 */
async function fill(receiver: string, running: Running, opening: Promise<void> | undefined): Promise<void> {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  const stopped = new AbortController();
  running.onStop(async () => stopped.abort());
  try {
    // Imported late: it reads the settings.
    const { fillDemo } = await import("#demo/fill.ts");
    await fillDemo({
      receiver,
      signal: stopped.signal,
      afterFirst: opening,
      tell: ({ partner, environment, contracts, planned }) =>
        tell(
          `Demo data: ${partner}, ${environment}: contracts ${contracts} of ${planned}, after ${seconds()} s.`,
          "filling the demo data",
          {
            ...{ partner, environment, contracts, planned, seconds: seconds() },
          },
        ),
    });
  } catch (error) {
    if (running.isStopping()) return;
    (await import("#lib/platform/log/log.ts")).log.error({ error }, "the demo data could not be filled");
  }
}

/** Opens the pages once they are built. The API answers meanwhile, and also if the build fails. */
async function openPages(pages: RunningServer["pages"], building: Promise<number>, running: Running): Promise<void> {
  await tell("The pages are being built, which is done once per change of the sources…", "building the pages");
  try {
    const seconds = Math.round(await building);
    await pages.open();
    await tell(`The pages are ready, after ${seconds} s.`, "the pages are ready", { seconds });
  } catch (error) {
    // The build ends with this process.
    if (running.isStopping()) return;
    const reason = error instanceof SetupError ? error.message : String(error);
    pages.fail(reason);
    if (process.stdout.isTTY) console.error(reason);
    else (await import("#lib/platform/log/log.ts")).log.error({ reason }, "the pages could not be built");
  }
}

/** Prints text at a terminal, and a log line otherwise. */
async function tell(words: string, message: string, details: object = {}): Promise<void> {
  if (process.stdout.isTTY) console.log(words);
  // Imported late: it reads the settings.
  else (await import("#lib/platform/log/log.ts")).log.info(details, message);
}
