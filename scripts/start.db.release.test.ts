import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { findFreePort } from "#db/embedded/free-port.ts";
import { endProgram } from "#db/embedded/supervise.ts";
import { findProgram } from "#e2e/foreign/program.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { env } from "#lib/platform/env.ts";
import { version } from "#lib/platform/version.ts";
import { settingsOfStart } from "#scripts/start.fixture.ts";

// A started instance attempts every due delivery, so it needs its own database.
await useOwnDatabase();

const root = join(import.meta.dirname, "..");

/** Paths left out of the copy: build results, and files that only tests need. */
const left = /^(?:node_modules|e2e|\.[^/]+)(?:\/|$)/;

/** A checkout without a build, whose build does what its configuration does. */
function checkOut(configuration: string): string {
  const directory = mkdtempSync(join(env.DATA_DIR, "checkout-"));
  cpSync(root, directory, {
    recursive: true,
    filter: (source) => !left.test(relative(root, source)),
  });
  symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
  writeFileSync(join(directory, "next.config.ts"), configuration);
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

async function startIn(directory: string, changes: Record<string, string> = {}) {
  const port = String(await findFreePort("127.0.0.1"));
  const program = spawn(process.execPath, ["scripts/start.ts"], { cwd: directory, env: { ...settingsOfStart(), PORT: port, ...changes } });
  onTestFinished(() => endProgram(program, "SIGKILL"));
  const [output, errors] = [text(program.stdout), text(program.stderr)];
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return {
    get,
    waitFor: (pages: string) => waitFor(async () => expect(await (await get("/readyz")).json()).toEqual({ status: "ready", pages })),
    async end(signal: NodeJS.Signals) {
      const ended = once(program, "exit");
      program.kill(signal);
      const [code] = (await ended) as [number | null];
      return { code, errors: await errors, lines: (await output).trim().split("\n") };
    },
  };
}

describe("without a build", () => {
  const lasting = `import { writeFileSync } from "node:fs";
    writeFileSync("build.pid", String(process.pid));
    setInterval(() => undefined, 1000);
    export default () => new Promise(() => undefined);`;

  test("the API answers at once, pages say in the reader's language that they are being built, and a signal also ends the build", async () => {
    const directory = checkOut(lasting);
    const covergate = await startIn(directory, { BASE_URL: "https://covergate.example" });
    await covergate.waitFor("building");
    expect((await covergate.get("/v2/products")).status).toBe(401);
    for (const [language, title] of [
      ["en", "Covergate is being built"],
      ["fr", "Covergate se prépare"],
    ] as const) {
      const page = await covergate.get("/sign-in", { "accept-language": language });
      expect([page.status, page.headers.get("retry-after")]).toEqual([503, "3"]);
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(page.headers.get("strict-transport-security")).toContain("max-age");
      const html = await page.text();
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain(`<h1>${title}</h1>`);
      expect(html).toMatch(/two processors; \d+ seconds have passed|deux processeurs.; \d+.secondes sont passées/);
      expect(html).toContain('<meta http-equiv="refresh" content="3">');
    }
    const data = await covergate.get("/api/portal/trpc/account.sessions");
    expect([data.status, data.headers.get("retry-after"), await data.json()]).toEqual([
      503,
      "3",
      { error: { message: "the pages are being built", key: "unavailable" } },
    ]);
    const pid = await waitFor(() => {
      // The file is there, and empty, a moment before its text.
      const written = Number(readFileSync(join(directory, "build.pid"), "utf8"));
      expect(written).toBeGreaterThan(0);
      return written;
    });
    expect(await covergate.end("SIGTERM")).toMatchObject({ code: 0, errors: "" });
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  test("a failed build is reported on the pages and in the log with its reason, and the API continues", async () => {
    const covergate = await startIn(checkOut('throw new Error("<the> reason");'));
    await covergate.waitFor("failed");
    expect((await covergate.get("/v2/products")).status).toBe(401);
    const page = await covergate.get("/");
    const html = await page.text();
    expect(page.status).toBe(503);
    expect(html).toContain("<h1>The pages could not be built</h1>");
    expect(html).toContain("&lt;the> reason");
    expect(html).not.toContain("http-equiv");
    const { code, lines } = await covergate.end("SIGINT");
    expect(code).toBe(0);
    const told = lines.map((line) => JSON.parse(line) as { msg: string; reason?: string });
    expect(told.map(({ msg }) => msg)).toEqual(["Covergate is ready", "building the pages", "the pages could not be built"]);
    expect(told[0]).toMatchObject({ version: expect.any(String), commit: null, migration: version.migration });
    expect(told.at(-1)?.reason).toContain("<the> reason");
  });

  // Systems other than Linux have another one of this name.
  const script = process.platform === "linux" ? findProgram("script") : undefined;

  test.skipIf(script === undefined)("a terminal gets readable messages instead of JSON (needs script)", async () => {
    const directory = checkOut('throw new Error("the reason");');
    const port = String(await findFreePort("127.0.0.1"));
    const command = `exec ${process.execPath} scripts/start.ts`;
    const program = spawn(script ?? "", ["--quiet", "--return", "--command", command, "/dev/null"], {
      cwd: directory,
      env: { ...settingsOfStart(), PORT: port },
      stdio: ["pipe", "pipe", "inherit"],
    });
    onTestFinished(() => endProgram(program, "SIGKILL"));
    let said = "";
    program.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await waitFor(() => expect(said).toContain("The production build failed"));
    // Ctrl-C.
    program.stdin.write("\u0003");
    const [code] = (await once(program, "exit")) as [number | null];
    expect(code).toBe(0);
    expect(said).toContain(`Covergate is ready: http://localhost:${port}`);
    expect(said).not.toContain('{"level"');
  });
});
