import type { KeyOfWorld } from "#lib/developer/idempotency/stored-answers.ts";
import { createEncryption } from "#lib/platform/secrets/encryption.ts";

/** Encrypts answers with a secret. They are kept for a day; `secrets rotate` re-encrypts them when APP_SECRET is rotated. */
const answers = createEncryption("stored-answer");

export function sealAnswer(body: string, { world, key }: KeyOfWorld): string {
  return answers.encrypt(body, `${world.id} ${key}`);
}

/** Throws for a body that is not sealed. */
export function openAnswer(body: string, { world, key }: KeyOfWorld): string {
  return answers.decrypt(body, `${world.id} ${key}`);
}

/** Under the newest APP_SECRET; undefined if it already is, and for what no secret opens, which cannot be answered again. */
export function renewAnswer(body: string, { world, key }: KeyOfWorld): string | undefined {
  try {
    return answers.renew(body, `${world.id} ${key}`);
  } catch {
    return undefined;
  }
}
