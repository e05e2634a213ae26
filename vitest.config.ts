import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { testEnvironment } from "#e2e/setup/test-environment.ts";

const env = testEnvironment;
const undoChanges = "e2e/setup/undo-changes.ts";
const connect = ["e2e/setup/connect.ts"];
const database = "e2e/setup/database.ts";
// Nothing here measures time; on a crowded machine everything takes longer.
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 100_000, interval: 20 } } };

/** A file of this name has a process of its own: it reads the memory of a process, or changes what modules read when they are imported. */
const ofOneProcess = "**/*.alone.*";

type SharedOptions = Omit<NonNullable<TestProjectInlineConfiguration["test"]>, "exclude" | "setupFiles" | "name"> & {
  exclude?: string[];
  setupFiles?: string[];
  name: string;
};

/** Files share a process, which imports each module once; to import them for each file takes longer than the tests. */
function inOneProcess(
  include: string,
  { exclude = [], setupFiles = [], name, ...options }: SharedOptions,
): TestProjectInlineConfiguration[] {
  const alone = globSync(include, { exclude }).filter((file) => file.includes(".alone."));
  const together = {
    test: {
      ...options,
      name,
      include: [include],
      exclude: [...exclude, ofOneProcess],
      setupFiles: [undoChanges, ...setupFiles],
      isolate: false,
    },
  };
  return alone.length === 0 ? [together] : [together, { test: { ...options, setupFiles, name: `${name}-alone`, include: alone } }];
}

/** A file of this name runs only before a release (`npm run test:all`); every other one runs for every change (`npm test`). */
const ofRelease = "**/*.release.test.{ts,tsx}";

/**
 * The files of a step that run for every change, and those that run before a release, in the project `…-release`. A `*.walk.test.ts` is
 * among both: for a change it walks over an example of each kind, and before a release over everything (`e2e/setup/walk.ts`).
 */
function inSuites(
  include: { change: string; release: string },
  { exclude = [], name, ...options }: SharedOptions,
): TestProjectInlineConfiguration[] {
  return [
    ...inOneProcess(include.change, { ...options, name, exclude: [...exclude, ofRelease] }),
    ...inOneProcess(include.release, {
      ...options,
      name: `${name}-release`,
      exclude,
      provide: { ...options.provide, walks: "everything" },
    }),
  ];
}

const folders = "{app,clients,components,db,demo,inngest,jobs,lib,scripts,server}";

export default defineConfig({
  test: {
    // A test waits as much as it works: a core each is not too many. Two files at once had up to 44 connections to their Postgres, which
    // takes a hundred.
    maxWorkers: Math.min(availableParallelism(), 4),
    projects: [
      ...inOneProcess(`${folders}/**/*.test.{ts,tsx}`, {
        name: "unit",
        env,
        ...patience,
        exclude: ["**/*.db.test.ts", ofRelease],
      }),
      ...inSuites(
        { change: `${folders}/**/*.db.test.ts`, release: `${folders}/**/*.db.release.test.ts` },
        { name: "db", env, ...patience, globalSetup: database, setupFiles: connect, provide: { baseUrl: "" } },
      ),
      // Real processes that are killed, on a database of their own.
      ...inSuites(
        { change: "e2e/crash/**/*.test.ts", release: "e2e/crash/**/*.release.test.ts" },
        { name: "crash", env, ...patience, testTimeout: 600_000 },
      ),
      // Tests with other people's servers, proxies and generators in their defaults. A test whose program is missing is skipped.
      // They run one file at a time: compilers would starve the instances that are restarted under load.
      ...inOneProcess("e2e/foreign/**/*.test.ts", {
        name: "foreign",
        env,
        ...patience,
        fileParallelism: false,
        testTimeout: 600_000,
        hookTimeout: 600_000,
      }),
      // The API as it is served in production, and what the pipeline does and an example of every endpoint through Next.
      ...Object.entries({
        api: ["server", { change: "e2e/api/**/*.test.ts", release: "e2e/api/**/*.{release,walk}.test.ts" }],
        "api-next": [
          "next",
          {
            change: "e2e/api/{examples,pipeline}.test.ts",
            release: "e2e/api/{bodies,failures,hostile-lines,keys,openapi,sizes.release}.test.ts",
          },
        ],
      } as const).flatMap(([name, [door, include]]) =>
        inSuites(include, {
          name,
          env,
          ...patience,
          globalSetup: [database, "e2e/setup/server.ts"],
          setupFiles: connect,
          provide: { door, walks: "examples" },
        }),
      ),
    ],
  },
});
