import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { sql } from "#db/client.ts";
import { findFreePort } from "#db/embedded/free-port.ts";
import { addWebhook } from "#lib/delivery/deliveries/queue.fixture.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { decryptSecret, newSecretFor } from "#lib/delivery/webhooks/secrets.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";

/** The settings that a server needs for client tests: its jobs, and deliveries to this machine. */
export const settingsOfServer = { JOB_RUNNER: "embedded", WEBHOOK_ALLOWED_HOSTS: "localhost" };

export async function makeClientShop() {
  const { contexts, keys } = await makePartner();
  const uid = await registerRenter();
  await attachOpened(contexts.development, uid);
  return { key: keys.development.text, uid, world: contexts.development.world };
}

/** The settings of a program that walks the whole life of what is insured, with a signed webhook of its own. */
export async function settingsOfLife(photo: string): Promise<Record<string, string>> {
  const { key, uid, world } = await makeClientShop();
  const port = String(await findFreePort("localhost"));
  const webhookId = await addWebhook(world.id, { url: `http://localhost:${port}/`, eventTypes: [...eventTypes] });
  const secret = newSecretFor(webhookId);
  await sql`update webhooks set signing_secret = ${secret} where id = ${webhookId}`;
  return { COVERGATE_API_KEY: key, RENTER: uid, PORT: port, PHOTO: photo, WEBHOOK_SECRET: decryptSecret(secret, webhookId) };
}

/** Runs a program as an integrator would; fails with what it said where it fails. */
export async function runProgram(command: string, args: string[], cwd: string, environment: Record<string, string> = {}): Promise<string> {
  const variables = { NODE_ENV: "test" as const, NODE_NO_WARNINGS: "1", HOME: cwd, PATH: "/usr/bin:/bin", ...environment };
  const program = spawn(command, args, { cwd, env: variables, stdio: ["ignore", "pipe", "pipe"] });
  const [printed, failure, code] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    new Promise<number | null>((resolve) => {
      program.once("close", resolve);
    }),
  ]);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${printed}${failure}`);
  return printed;
}

/** The newest events of the log after a program's walk through the whole life, as its webhook received them. */
export const eventsOfLife = [
  "v2.contract.renewed",
  "v2.contract.created",
  "v2.claim.closed",
  "v2.contract.created",
  "v2.contract.created",
].map((kind) => [kind, kind]);
