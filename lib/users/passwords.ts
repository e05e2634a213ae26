import { hash, verify } from "@node-rs/argon2";

// Argon2id is the library's default; memory and passes as OWASP's password storage cheat sheet asks.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What is checked where there is no such user, so that both take the same time. */
let decoy: Promise<string> | undefined;

/** The Argon2id hash of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Whether a password is the one behind a hash; without a hash always false, after as long a time. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("nobody has this password");
  const matches = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== null && matches;
}
