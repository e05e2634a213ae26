import { SetupError } from "#db/embedded/setup-error.ts";
import type { DemoFile, DemoPerson } from "#demo/demo-file.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { build, isBuildStale } from "#scripts/build.ts";
import { explainPort, prepare } from "#scripts/prepare.ts";
import type { StartedDemo } from "#scripts/prepare.ts";
import type { RunningServer } from "#server.ts";
import { runUntilStopped } from "#server/lifecycle.ts";
import type { Running } from "#server/lifecycle.ts";

/** The message after the first start of Covergate. */
interface Start {
  url: string;
  /** The demo users with their passwords: printed once, since terminals and logs keep them. */
  people?: DemoPerson[];
  /** The file that describes all demo data. */
  demo?: string;
  /** A first request to try. */
  request?: string;
  /** The page of the installation's e-mails, if it keeps them. */
  mailbox?: string;
}

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

/** Describes a start: the address, the demo users, and a first request. */
function describeStart(url: string, started: StartedDemo | undefined, mailboxPath?: string): Start {
  const mailbox = mailboxPath === undefined ? {} : { mailbox: url + mailboxPath };
  if (started === undefined) return { url, ...mailbox };
  const { demo, isFirst, file } = started;
  const request = writeRequest(url, demo);
  return { url, ...(isFirst && { people: listPeople(demo) }), demo: file, ...(request !== undefined && { request }), ...mailbox };
}

/** The description as text. */
export function welcome(address: string, started: StartedDemo | undefined, mailboxPath?: string): string {
  const { url, people, demo, request, mailbox } = describeStart(address, started, mailboxPath);
  const lines = people?.map(({ email, password, role }) => `  ${email}  ${password}  (${role})`);
  return [
    `Covergate is ready: ${url}`,
    ...(lines === undefined || lines.length === 0 ? [] : [`Sign in as\n${lines.join("\n")}`]),
    ...(lines === undefined && demo !== undefined ? [`Who may sign in, and with which passwords, is in ${demo}.`] : []),
    ...(mailbox === undefined ? [] : [`E-mails are kept for seven days, and are read at\n  ${mailbox}`]),
    ...(request === undefined ? [] : [`A first request, the price of insuring a bike for a day:\n  ${request}\n`]),
  ].join("\n\n");
}

function listPeople({ partners, staff }: DemoFile): DemoPerson[] {
  return [...partners.flatMap(({ users }) => users), ...staff];
}

/** A request for the price of a bike for a day, for the first demo partner's first renter. */
function writeRequest(url: string, { partners: [partner] }: DemoFile): string | undefined {
  const bike = partner?.products.development.find(({ product_type }) => product_type === "bike");
  if (partner === undefined || bike === undefined) return undefined;
  const contract = {
    uid: partner.renters[0],
    contract_type: "LCD",
    end_date: new Date(currentTime().getTime() + 86_400_000).toISOString(),
    options: ["break", "theft"],
    products: [{ product_id: bike.product_id, data: { product_marked: "FR-1" } }],
  };
  return `curl '${url}/v2/contracts?preview=true' -H 'key: ${partner.developmentKey}' -H 'content-type: application/json' -d '${JSON.stringify(contract)}'`;
}
