import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse, { auditFlowArtifacts, desktopConfig } from "lighthouse";
import type { Flags, RunnerResult } from "lighthouse";
import type { DemoFile, DemoPerson } from "#db/seed/demo-file.ts";
import { median } from "#scripts/bench/figures.ts";
import { startServer } from "#scripts/bench/processes.ts";
import { describeGoals, describeMachine, table } from "#scripts/bench/report.ts";
import type { Running } from "#scripts/lifecycle.ts";
import { environmentWith } from "#scripts/settings.ts";

/** "phone" is Lighthouse's own, four times as slow as whatever it runs on. */
type Device = "desktop" | "phone" | "mid-tier phone";

/** What a browser makes of a page. */
export interface PageFigures {
  name: string;
  device: Device;
  /** Lighthouse's scores, 0 to 100. */
  performance: number;
  accessibility: number;
  bestPractices: number;
  /** Compressed JavaScript of a first load, in bytes. */
  scriptBytes: number;
  /** How fast Lighthouse finds the machine: a desktop has 1000 and more. */
  benchmarkIndex: number;
}

/** A mid-tier phone such as a Pixel 5, on Lighthouse's scale of machines, as Chrome calibrates its own throttling (DevTools, CalibrationController.ts). */
const midTierPhone = 1000;

const devices: readonly Device[] = ["desktop", "phone", "mid-tier phone"];

const pages = [
  { name: "overview", path: "/development" },
  { name: "calls", path: "/development/calls" },
  { name: "reference", path: "/docs/reference" },
];

/** Lighthouse's figures differ from run to run: the median counts. */
const runsOfEach = 5;

/** What a page's own database begins with: calls for the lists and charts to show. */
const warmUps = 60;

/** Lighthouse over the pages that people open first, as an owner of the demo partner, on what `npm start` starts. */
export async function measurePages(running: Running): Promise<PageFigures[]> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "covergate-pages-"));
  running.onStop(async () => rmSync(dataDirectory, { recursive: true }));
  const environment = environmentWith({ DATA_DIR: dataDirectory, DATABASE_URL: "", BASE_URL: "", LOG_LEVEL: "error" });
  const { url } = await startServer(running, environment as Record<string, string>, () => ["scripts/start.ts"]);
  const { partners } = JSON.parse(readFileSync(join(dataDirectory, "demo.json"), "utf8")) as DemoFile;
  const [partner] = partners;
  const owner = partner?.users.find(({ role }) => role === "owner");
  if (partner === undefined || owner === undefined) throw new Error("the demo data has no owner to sign in");
  for (let call = 0; call < warmUps; call += 1) {
    await fetch(`${url}/v2/renters/${call % 3 === 0 ? "nobody" : partner.renters[0]}`, { headers: { key: partner.developmentKey } });
  }
  const cookie = await signIn(url, owner);

  const chrome = await launch({ chromeFlags: ["--headless=new", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])] });
  running.onStop(async () => chrome.kill());
  const flags = {
    port: chrome.port,
    logLevel: "error" as const,
    extraHeaders: { cookie },
    onlyCategories: ["performance", "accessibility", "best-practices"],
  };
  const figures: PageFigures[] = [];
  for (const visit of [onDesk, onPhone]) {
    for (const { name, path } of pages) {
      const runs: PageFigures[] = [];
      for (let run = 0; run < runsOfEach; run += 1) {
        for (const [device, lhr] of await visit(url + path, flags)) runs.push({ name, device, ...readFigures(lhr) });
      }
      for (const [device, ofDevice] of Map.groupBy(runs, (run) => run.device)) figures.push({ name, device, ...medians(ofDevice) });
    }
  }
  return figures.toSorted((one, other) => devices.indexOf(one.device) - devices.indexOf(other.device));
}

function medians(runs: readonly PageFigures[]): Omit<PageFigures, "name" | "device"> {
  const middle = (read: (page: PageFigures) => number) => median(runs.map(read));
  return {
    performance: middle((page) => page.performance),
    accessibility: middle((page) => page.accessibility),
    bestPractices: middle((page) => page.bestPractices),
    scriptBytes: middle((page) => page.scriptBytes),
    benchmarkIndex: middle((page) => page.benchmarkIndex),
  };
}

/** A visit of a page, and Lighthouse's report of it for every device that it stands for. */
type Visit = (url: string, flags: Flags) => Promise<[Device, Lhr][]>;

const onDesk: Visit = async (url, flags) => [["desktop", (await measure(() => lighthouse(url, flags, desktopConfig))).lhr]];

/** Phones are simulated from what the machine did, so that one visit tells of any. */
const onPhone: Visit = async (url, flags) => {
  const { lhr, artifacts } = await measure(() => lighthouse(url, flags));
  const cpuSlowdownMultiplier = Math.max(1, lhr.environment.benchmarkIndex / midTierPhone);
  const throttling = { ...artifacts.settings.throttling, cpuSlowdownMultiplier };
  // Lighthouse takes no settings but those of the visit, on which this one has no influence.
  const calibrated = { ...artifacts, settings: { ...artifacts.settings, throttling } };
  const { steps } = await auditFlowArtifacts({ gatherSteps: [{ artifacts: calibrated, flags: { ...flags, throttling } }] });
  const [step] = steps;
  if (step === undefined) throw new Error("Lighthouse reported nothing of a visit");
  return [
    ["phone", lhr],
    ["mid-tier phone", step.lhr],
  ];
};

/** Now and then Chrome's trace lacks what the score is made of. */
const tries = 3;

async function measure(run: () => Promise<RunnerResult | undefined>): Promise<RunnerResult> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const result = await run();
    if (result !== undefined && result.lhr.categories["performance"]?.score !== null) return result;
  }
  throw new Error(`the page could not be measured, ${tries} times`);
}

/** The section as Markdown. */
export function describePages(figures: readonly PageFigures[]): string {
  const met = (holds: (page: PageFigures) => boolean) => figures.every(holds);
  const worst = (read: (page: PageFigures) => number) => String(Math.min(...figures.map(read)));
  const most = Math.max(...figures.map(({ scriptBytes }) => scriptBytes));
  return [
    describeMachine("embedded", ["next", "lighthouse"]),
    "",
    `Medians of ${runsOfEach} visits. Lighthouse's BenchmarkIndex of the machine was ${Math.round(median(figures.map((page) => page.benchmarkIndex)))} meanwhile; the mid-tier phone has ${midTierPhone}.`,
    "",
    ...describeGoals([
      ...(["desktop", "phone"] as const).map((device) => {
        const performance = Math.min(...figures.filter((page) => page.device === device).map((page) => page.performance));
        return { goal: `Performance is at least 95 on a ${device}`, measured: String(performance), met: performance >= 95 };
      }),
      { goal: "Accessibility is 100", measured: worst((page) => page.accessibility), met: met((page) => page.accessibility === 100) },
      { goal: "Best practices are 100", measured: worst((page) => page.bestPractices), met: met((page) => page.bestPractices === 100) },
      { goal: "A first load has at most 250 kB of compressed JavaScript", measured: kilobytes(most), met: most <= 250_000 },
    ]),
    "",
    ...table(
      ["Page", "on a", "performance", "accessibility", "best practices", "JavaScript"],
      figures.map((page) => [
        page.name,
        page.device,
        String(page.performance),
        String(page.accessibility),
        String(page.bestPractices),
        kilobytes(page.scriptBytes),
      ]),
    ),
  ].join("\n");
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}

type Lhr = RunnerResult["lhr"];

function readFigures({ categories, audits, environment }: Lhr): Omit<PageFigures, "name" | "device"> {
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  const requests = (audits["network-requests"]?.details as { items?: { resourceType?: string; transferSize?: number }[] } | undefined)
    ?.items;
  const scripts = requests?.filter(({ resourceType }) => resourceType === "Script") ?? [];
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    scriptBytes: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    benchmarkIndex: environment.benchmarkIndex,
  };
}

/** The cookies of somebody who has signed in as the sign-in page does it. */
async function signIn(url: string, { email, password }: DemoPerson): Promise<string> {
  const first = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await first.json()) as { csrfToken: string };
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookiesOf(first), "content-type": "application/x-www-form-urlencoded", origin: url },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
  });
  return cookiesOf(answer);
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}
