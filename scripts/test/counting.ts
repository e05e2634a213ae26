import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { z } from "zod";

export interface Count {
  passed: number;
  failed: number;
  /** Tests that need a program that this machine lacks; their names say which. */
  skipped: number;
  /** The failed tests, each with its file and the first line of its error. */
  failures: string[];
}

/** How a test runner is made to write a report, and how the report is read. */
export interface Counting {
  given(reportFile: string): string[];
  environment(reportFile: string): Record<string, string>;
  read(reportFile: string): Count;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullable() })),
    }),
  ),
});

export const vitestCounting: Counting = {
  given: (reportFile) => ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`],
  environment: () => ({}),
  read(reportFile) {
    const report = readReport(reportFile, vitestReport);
    if (report === undefined) return nothing;
    // A file that fails as a whole has no failed test.
    const broken = report.testResults.filter(
      ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
    );
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      skipped: report.numPendingTests,
      failures: [
        ...broken.map(({ name, message }) => describeError(name, "", message)),
        ...report.testResults.flatMap(({ name, assertionResults }) =>
          assertionResults
            .filter((test) => test.status === "failed")
            .map((test) => describeError(name, ` › ${test.fullName}`, test.failureMessages?.[0] ?? "")),
        ),
      ],
    };
  },
};

function describeError(file: string, test: string, message: string): string {
  return `${relative(process.cwd(), file)}${test}: ${message.split("\n")[0]}`;
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    ok: boolean;
    tests: { results: { error?: { message?: string; location?: { line: number } } }[] }[];
  }[];
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), skipped: z.number() }),
  suites: z.array(z.custom<PlaywrightSuite>((value) => typeof value === "object" && value !== null)),
});

export const playwrightCounting: Counting = {
  given: () => ["--reporter=list,json"],
  environment: (reportFile) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile }),
  read(reportFile) {
    const report = readReport(reportFile, playwrightReport);
    if (report === undefined) return nothing;
    const { expected, unexpected, skipped } = report.stats;
    return { passed: expected, failed: unexpected, skipped, failures: report.suites.flatMap(listFailed) };
  },
};

function listFailed({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const failed = specs.flatMap(({ title, file, ok, tests }) => {
    if (ok) return [];
    const [error] = tests.flatMap(({ results }) => results.flatMap((result) => result.error ?? []));
    return [describeError(`${file}:${error?.location?.line ?? 0}`, ` › ${title}`, error?.message ?? "")];
  });
  return [...failed, ...suites.flatMap(listFailed)];
}

/** Without a report nothing is counted; the exit code shows the failure. */
const nothing: Count = { passed: 0, failed: 0, skipped: 0, failures: [] };

function readReport<Report extends z.ZodType>(file: string, report: Report): z.output<Report> | undefined {
  try {
    return report.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}
