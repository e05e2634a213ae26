import { mkdtempSync } from "node:fs";
import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe } from "vitest";
import { testStrayFiles } from "#e2e/documents/stray-files-suite.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { changeSettings } from "#e2e/setup/settings.ts";
import { env } from "#lib/platform/env.ts";

await useOwnDatabase();
changeSettings({ DATA_DIR: mkdtempSync(`${tmpdir()}/covergate-strays-`) });

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
