import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Portal } from "#e2e/portal/portal.ts";
import { serverEnvironment } from "#e2e/setup/test-environment.ts";
import type { Claim } from "#lib/claims/claim.ts";
import type { Environment } from "#lib/partners/schema.ts";

/** A claim to be put into a partner's environment. */
export interface SampleOfPartner extends Partial<Pick<Claim, "stage" | "status" | "type" | "subtype" | "description" | "note">> {
  partner: string;
  environment: Environment;
  /** Since when it has its status: an instant. */
  since?: string;
}

/** Puts claims into the database of the portal under test. */
export function insertClaims({ dataDirectory }: Portal, samples: readonly SampleOfPartner[]): { id: string; claimId: string }[] {
  const script = join(import.meta.dirname, "../setup/insert-claims.ts");
  const { stdout, stderr, status } = spawnSync(process.execPath, [script], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...serverEnvironment, DATA_DIR: dataDirectory },
    input: JSON.stringify(samples),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the claims could not be made: ${stderr}`);
  return JSON.parse(stdout) as { id: string; claimId: string }[];
}
