import type { KeyOfWorld } from "#lib/idempotency/stored-answers.ts";
import { createEncryption } from "#lib/secrets/encryption.ts";

/** For answers that hold a secret. They are kept for a day, so a rotation of APP_SECRET need not renew them. */
const answers = createEncryption("stored-answer");

export function sealAnswer(body: string, { world, key }: KeyOfWorld): string {
  return answers.encrypt(body, `${world.id} ${key}`);
}

/** Throws for a body that is not sealed. */
export function openAnswer(body: string, { world, key }: KeyOfWorld): string {
  return answers.decrypt(body, `${world.id} ${key}`);
}
