import type { Fragment } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import { runMaintenance, sendDueNotices } from "#jobs/maintenance.ts";
import { watchSecurity } from "#lib/account/security-events/watch.ts";
import { nextMessage } from "#lib/delivery/notices/send.ts";
import { noticeOutages } from "#lib/delivery/webhook-settings/outages.ts";
import { evaluateAlerts } from "#lib/developer/alerts/evaluate.ts";
import { eraseAfterTerm } from "#lib/developer/erasure/erase-after-term.ts";
import { catchUpWorlds, nextCatchUp } from "#lib/developer/sandbox/catch-up.ts";
import { emptyWorlds, nextEmptying } from "#lib/developer/sandbox/empty.ts";
import { nextStep, playScenarios } from "#lib/developer/sandbox/play.ts";
import { indexThings, nextIndexing } from "#lib/developer/search/index-things.ts";
import { sweepStrayFiles } from "#lib/insurance/claims/stray-files.ts";
import { endDueContracts, nextEnding } from "#lib/insurance/contracts/end-due.ts";
import { noticeRises } from "#lib/insurance/prices/notice-rises.ts";
import { nextNotice, notifyDueRenewals } from "#lib/insurance/renewals/notify-due.ts";
import { closeStatements } from "#lib/insurance/statements/close.ts";
import { repairLedger } from "#lib/insurance/statements/repair.ts";

/** A verb that does due work. It may run late, twice, or in several instances at once. */
export interface Job {
  id: string;
  name: string;
  /** The embedded schedule: milliseconds from the end of one run to the start of the next. */
  everyMs: number;
  /** The SQL of the next moment at which work is due; the job then runs at that moment too. */
  nextDue?: (now: Date) => Fragment;
  /** The schedule with Inngest, in UTC. */
  cron: string;
  run: (now: Date, signal?: AbortSignal) => Promise<unknown>;
}

/** The fallback interval of jobs that run when something is due. */
const sweepMs = 30_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The embedded scheduler and the Inngest functions derive from this table. */
export const jobs: readonly Job[] = [
  {
    id: "end-due-contracts",
    name: "End due contracts",
    everyMs: sweepMs,
    nextDue: () => nextEnding,
    cron: "* * * * *",
    run: (now, signal) => endDueContracts(now, signal === undefined ? {} : { signal }),
  },
  {
    id: "notify-due-renewals",
    name: "Notify due renewals",
    everyMs: sweepMs,
    nextDue: () => nextNotice,
    cron: "* * * * *",
    run: (now, signal) => notifyDueRenewals(now, signal === undefined ? {} : { signal }),
  },
  {
    id: "catch-up-worlds",
    name: "Do what is due by the clocks of sandboxes",
    everyMs: sweepMs,
    nextDue: nextCatchUp,
    cron: "* * * * *",
    run: (now, signal) => catchUpWorlds(now, { signal }),
  },
  {
    id: "play-scenarios",
    name: "Play the scenarios of sandboxes",
    everyMs: sweepMs,
    nextDue: () => nextStep,
    cron: "* * * * *",
    run: (now, signal) => playScenarios(now, { signal }),
  },
  {
    id: "empty-worlds",
    name: "Empty sandboxes that start over",
    everyMs: sweepMs,
    nextDue: nextEmptying,
    cron: "* * * * *",
    run: (now, signal) => emptyWorlds(now, { signal }),
  },
  {
    id: "index-search",
    name: "Write what a search finds",
    everyMs: sweepMs,
    nextDue: nextIndexing,
    cron: "* * * * *",
    run: (now, signal) => withPatience(() => indexThings(now, { signal })),
  },
  {
    id: "sweep-stray-files",
    name: "Delete files that no document names",
    everyMs: 10 * minuteMs,
    cron: "*/10 * * * *",
    run: (now) => sweepStrayFiles(now),
  },
  { id: "watch-security", name: "Tell support of unusual refusals", everyMs: minuteMs, cron: "* * * * *", run: watchSecurity },
  {
    id: "notice-outages",
    name: "Tell owners which webhooks fail",
    everyMs: minuteMs,
    cron: "* * * * *",
    run: (now) => noticeOutages(now),
  },
  {
    id: "evaluate-alerts",
    name: "Evaluate the rules of alerts",
    everyMs: 15_000,
    cron: "* * * * *",
    run: (now, signal) => evaluateAlerts(now, { signal }),
  },
  {
    id: "send-notices",
    name: "Send the e-mails and alerts that are due",
    everyMs: sweepMs,
    nextDue: () => nextMessage,
    cron: "* * * * *",
    run: (now, signal) => sendDueNotices(now, { signal }),
  },
  {
    id: "notice-price-rises",
    name: "Tell partners of prices that rise",
    everyMs: hourMs,
    cron: "10 * * * *",
    run: (now) => noticeRises(now),
  },
  {
    id: "close-statements",
    name: "Close the statements of months that are over",
    everyMs: hourMs,
    cron: "5 * * * *",
    run: (now, signal) => withPatience(() => closeStatements(now, { signal })),
  },
  {
    id: "statement-repair",
    name: "Compare the premium ledger with the prices of contracts once a day, and write what is missing",
    everyMs: hourMs,
    cron: "40 * * * *",
    run: (now, signal) => withPatience(() => repairLedger(now, { signal })),
  },
  {
    id: "erase-after-term",
    name: "Erase persons from contracts that ended long ago",
    everyMs: dayMs,
    cron: "50 2 * * *",
    run: (now, signal) => eraseAfterTerm(now, { signal }),
  },
  {
    id: "maintain",
    name: "Make partitions and delete what has expired",
    everyMs: hourMs,
    cron: "20 * * * *",
    run: (now) => withPatience(() => runMaintenance(now)),
  },
];
