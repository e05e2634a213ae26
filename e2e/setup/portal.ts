import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "#db/embedded/free-port.ts";
import { endProgram, isRunning, spawnSupervised } from "#db/embedded/supervise.ts";
import type { DemoFile } from "#demo/demo-file.ts";
import { startSmtpSink } from "#e2e/setup/smtp-sink.ts";
import { serverEnvironment, testEnvironment } from "#e2e/setup/test-environment.ts";
import { findRunningDatabase } from "#scripts/admin/database.ts";
import { buildIfStale } from "#scripts/build.ts";
import { completeEnvironment, passSettings, readTestSettings } from "#scripts/settings.ts";
import { findShell, provideBrowser } from "#scripts/test/browser.ts";

const root = join(import.meta.dirname, "../..");
const pollMs = 100;

/** The data that the browser tests get. */
export interface UnderTest {
  demo: DemoFile;
  /** The ports of this machine that the portal may send deliveries to, one for each file of tests that receives some. */
  receiverPorts: Record<"day" | "claims" | "sandbox" | "support" | "truth" | "webhooks" | "alerts" | "guides", number>;
  /** The directory of the portal's e-mails, one file each, named by its number and its recipient. */
  mailDirectory: string;
}

/** Starts what `npm start` starts, with demo data and a database of its own, and takes it away after the browser tests. */
export default async function setUpPortal(): Promise<() => Promise<void>> {
  const browser = provideBrowser();
  const shell = findShell() ?? browser;
  await buildIfStale({ onStop: () => undefined });
  const dataDirectory = mkdtempSync(join(tmpdir(), "covergate-portal-"));
  const mailDirectory = join(dataDirectory, "mails");
  mkdirSync(mailDirectory);
  let mailed = 0;
  const mails = await startSmtpSink(({ to: [email = ""], text }) => {
    writeFileSync(join(mailDirectory, `${String((mailed += 1)).padStart(6, "0")} ${email}`), text);
  });
  const port = String(await findFreePort("127.0.0.1"));
  const receiverPorts = {
    day: await findFreePort("127.0.0.1"),
    claims: await findFreePort("127.0.0.1"),
    sandbox: await findFreePort("127.0.0.1"),
    support: await findFreePort("127.0.0.1"),
    truth: await findFreePort("127.0.0.1"),
    webhooks: await findFreePort("127.0.0.1"),
    alerts: await findFreePort("127.0.0.1"),
    guides: await findFreePort("127.0.0.1"),
  };
  const server = spawnSupervised(process.execPath, [join(root, "scripts/start.ts")], {
    cwd: root,
    // With a database of its own.
    env: {
      ...serverEnvironment,
      APP_SECRET: testEnvironment.APP_SECRET,
      HOST: "127.0.0.1",
      PORT: port,
      DATA_DIR: dataDirectory,
      DEMO_DATA: readTestSettings().PORTAL_DEMO,
      SMTP_URL: mails.url,
      PAYER_NAME: "Covergate Assurances",
      PAYER_IBAN: "FR7630006000011234567890189",
      WEBHOOK_ALLOWED_HOSTS: Object.values(receiverPorts)
        .map((free) => `localhost:${free}`)
        .join(","),
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const tearDown = async () => {
    await endProgram(server);
    await mails.close();
    rmSync(dataDirectory, { recursive: true });
  };
  while (!(await isReady(port))) {
    if (isRunning(server)) {
      await pause(pollMs);
      continue;
    }
    await tearDown();
    throw new Error("The server under test ended before it was ready: what it said is above.");
  }
  // The workers begin after this, and get our environment: e2e/portal/database.ts opens the portal's database with it.
  completeEnvironment({
    ...testEnvironment,
    CHROMIUM_PATH: browser,
    HEADLESS_SHELL_PATH: shell,
    DATA_DIR: dataDirectory,
    DATABASE_URL: findRunningDatabase(dataDirectory) ?? "",
  });
  passSettings({
    demo: JSON.parse(readFileSync(join(dataDirectory, "demo.json"), "utf8")),
    receiverPorts,
    mailDirectory,
  } satisfies UnderTest);
  return tearDown;
}

async function isReady(port: string): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    // It does not listen yet.
    return false;
  }
}
