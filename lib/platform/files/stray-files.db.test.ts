import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, describe, vi } from "vitest";
import { testStrayFiles } from "#e2e/documents/stray-files-suite.ts";
import { env } from "#lib/platform/env.ts";

await vi.hoisted(async () => {
  await (await import("#e2e/setup/own-database.ts")).useOwnDatabase();
  const [{ mkdtempSync }, { tmpdir }] = await Promise.all([import("node:fs"), import("node:os")]);
  const { completeEnvironment } = await import("#scripts/settings.ts");
  completeEnvironment({ DATA_DIR: mkdtempSync(`${tmpdir()}/covergate-strays-`) });
});

const directory = join(env.DATA_DIR, "documents");
beforeAll(() => mkdir(directory));

describe("stray files of a directory", () => {
  testStrayFiles(() => ({
    async list() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
        .toSorted();
    },
    async put(key, content, modifiedAt) {
      await mkdir(dirname(join(directory, key)), { recursive: true });
      await writeFile(join(directory, key), content);
      await utimes(join(directory, key), modifiedAt, modifiedAt);
    },
    age: (key, modifiedAt) => utimes(join(directory, key), modifiedAt, modifiedAt),
    remove: (key) => rm(join(directory, key)),
  }));
});
