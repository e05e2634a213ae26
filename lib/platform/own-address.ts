import { env } from "#lib/platform/env.ts";

/** The address of a page or file of this installation, for e-mails and answers: under `BASE_URL`, else on this machine. */
export function ownAddress(path: string): string {
  return new URL(path, env.BASE_URL ?? `http://localhost:${env.PORT}`).href;
}
