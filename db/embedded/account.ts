import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { SetupError } from "#db/embedded/setup-error.ts";

/** The account that Postgres runs as, in the form that `spawn` takes. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * Whom to run Postgres as: `undefined` is ourselves. It refuses root, so there it runs as the owner of the
 * existing cluster, else as an account that every system has; none is created.
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

/** Whether only somebody else can run the cluster. Root can run anybody's. */
export function belongsToOthers(cluster: string): boolean {
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
    // `id` fails for an account that does not exist.
    return undefined;
  }
}
