import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, vi } from "vitest";
import { testDocuments } from "#e2e/documents/suite.ts";
import { env } from "#lib/env.ts";

await vi.hoisted(async () => {
  await (await import("#e2e/setup/own-database.ts")).useOwnDatabase();
  const [{ mkdtempSync }, { tmpdir }] = await Promise.all([import("node:fs"), import("node:os")]);
  const { completeEnvironment } = await import("#scripts/settings.ts");
  completeEnvironment({ DATA_DIR: mkdtempSync(`${tmpdir()}/covergate-documents-`) });
});

const directory = join(env.DATA_DIR, "documents");
beforeAll(() => mkdir(directory));

testDocuments(() => ({ list: () => readdir(directory) }));
