import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { format, stripVTControlCharacters } from "node:util";
import { notePages } from "#lib/http/readiness.ts";
import { answerUnbuilt } from "#lib/http/unbuilt.ts";
import type { Unbuilt } from "#lib/http/unbuilt.ts";
import { keepJobsFromNext } from "#lib/jobs/start.ts";
import { log } from "#lib/log.ts";
import type { Running } from "#server/lifecycle.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Everything that server.ts does not answer itself: by Next once there is a build, and until then by a notice. */
export interface Pages {
  answer: Answer;
  /** Loads the build. From then on Next answers. */
  open(): Promise<void>;
  /** Has the notice say why there will be no pages. */
  fail(reason: string): void;
}

/** A thrown error that nobody caught stops `running`. */
export function createPages(running: Pick<Running, "stop">): Pages {
  keepJobsFromNext();
  takeUncaught(running);
  takeConsole();
  takeWarnings();
  let render: Answer | undefined;
  let unbuilt: Unbuilt = { state: "building" };
  notePages("building");
  return {
    async answer(request, response) {
      if (render === undefined) answerUnbuilt(request, response, unbuilt);
      else await render(request, response);
    },
    async open() {
      // Imported late, since the API can answer without it.
      const { default: next } = await import("next");
      const pages = next({ dev: false, dir: join(import.meta.dirname, "..") });
      await pages.prepare();
      // Next has put its own listeners there.
      takeUncaught(running);
      render = pages.getRequestHandler();
      notePages("ready");
    },
    fail(reason) {
      unbuilt = { state: "failed", reason };
      notePages("failed");
    },
  };
}

/** Next would print what nobody caught, with what people entrusted to us, and go on. */
function takeUncaught({ stop }: Pick<Running, "stop">): void {
  // The state that this leaves is one that nobody knows.
  process.removeAllListeners("uncaughtException").on("uncaughtException", (error) => {
    log.fatal({ error }, "nobody caught this error, which ends the process");
    stop(1);
  });
  // Under this name Next finds its own listener, which it would put back with every page.
  Object.assign(globalThis, { [Symbol.for("next.unhandledRejectionListener")]: noteRejection });
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", noteRejection);
}

/** What Next prints for a person at a terminal is a line of the log for anybody else. */
function takeConsole(): void {
  if (!process.stdout.isTTY) Object.assign(console, { log: logPrinted, info: logPrinted });
}

function logPrinted(...parts: unknown[]): void {
  log.info(stripVTControlCharacters(format(...parts)));
}

/** Node would print them as text among the lines of the log. What packages will have to change is no matter of whoever runs this. */
function takeWarnings(): void {
  process.removeAllListeners("warning").on("warning", (warning) => {
    log[warning.name === "DeprecationWarning" ? "debug" : "warn"]({ error: warning }, "a warning of Node");
  });
}

/** A page asks early for what it may turn out not to need, and then never awaits it: no reason to end. */
function noteRejection(error: unknown): void {
  log.error({ error }, "nobody awaited what failed here");
}
