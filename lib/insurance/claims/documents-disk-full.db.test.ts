import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { endProgram } from "#db/embedded/supervise.ts";
import { bikePhoto, makeInsured } from "#e2e/documents/claims.ts";
import type { Insured } from "#e2e/documents/claims.ts";
import { inForm, inJson } from "#e2e/documents/door.ts";
import { environmentWith } from "#scripts/settings.ts";

/** A file system of its own for one program, which needs no rights where the system lets users have namespaces. */
const small = 'mount -t tmpfs -o size=128k tmpfs "$1" && shift && exec "$@"';
const inNamespace = ["--user", "--map-root-user", "--mount", "sh", "-c", small, "sh"];
const canMount = spawnSync("unshare", [...inNamespace, tmpdir(), "true"]).status === 0;

let insured: Insured;
beforeAll(async () => {
  insured = await makeInsured();
});

const file = Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(400_000, "x")]);
const cases = [
  { setting: "DATA_DIR", form: "JSON", makeBody: () => JSON.stringify(inJson(bikePhoto, file)) },
  { setting: "TMPDIR", form: "JSON", makeBody: () => JSON.stringify(inJson(bikePhoto, file)) },
  { setting: "TMPDIR", form: "a form", makeBody: () => inForm(bikePhoto, file) },
];

test.skipIf(!canMount).each(cases)(
  "an upload of $form to a $setting on a full disk answers 503 and logs the reason (unshare)",
  async ({ setting, makeBody }) => {
    const disk = mkdtempSync(join(tmpdir(), "covergate-small-"));
    const door = spawn(
      "unshare",
      [...inNamespace, disk, process.execPath, join(import.meta.dirname, "../../../e2e/documents/door-process.ts")],
      {
        env: environmentWith({ [setting]: disk, LOG_LEVEL: "error" }),
        stdio: ["ignore", "pipe", "inherit", "ipc"],
      },
    );
    const output = text(door.stdout as NonNullable<typeof door.stdout>);
    const [{ url }] = (await once(door, "message")) as [{ url: string }];
    const claim = await insured.makeClaim();
    const body = makeBody();
    const answer = await fetch(`${url}/v2/claims/${claim}/documents`, {
      method: "PUT",
      headers: { key: insured.key, ...(typeof body === "string" && { "content-type": "application/json" }) },
      body,
    });
    expect({ status: answer.status, retryAfter: answer.headers.get("retry-after"), body: await answer.json() }).toMatchObject({
      status: 503,
      retryAfter: "1",
      body: { success: false, error: { code: 503 } },
    });
    await endProgram(door);
    expect(await output).toMatch(/could not be (?:stored|kept in the temporary directory): ENOSPC: no space left on device/);
    rmSync(disk, { recursive: true });
  },
);
