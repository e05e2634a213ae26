import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** Reads the secret in `file`, created on first use: 32 random bytes that only the owner can read. */
export function ensureSecret(file: string): string {
  if (!existsSync(file)) {
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, randomBytes(32).toString("base64url"), { mode: 0o600 });
    renameSync(unfinished, file);
  }
  return readFileSync(file, "utf8");
}
