import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { SetupError } from "#db/embedded/setup-error.ts";

export interface Account {
  uid: number;
  gid: number;
}

/**
 * The account for Postgres, which refuses root: the owner of the existing cluster, else a standard account; undefined for the present one.
 */
export function choosePostgresAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = findAccount("postgres") ?? findAccount("nobody");
  if (account) return account;
  throw new SetupError(
    "Postgres refuses to run as root and this system has no account `postgres` or `nobody`: start Covergate as an ordinary user, or set DATABASE_URL.",
  );
}

/** True if another account owns the cluster; root can run any. */
export function isOwnedByOthers(cluster: string): boolean {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  const self = process.getuid?.();
  return owner !== undefined && self !== 0 && owner.uid !== self;
}

function findAccount(name: string): Account | undefined {
  try {
    const [uid, gid] = ["-u", "-g"].map((flag) =>
      Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })),
    );
    return uid === undefined || gid === undefined ? undefined : { uid, gid };
  } catch {
    // `id` fails for an unknown account.
    return undefined;
  }
}
