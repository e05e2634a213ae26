import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** The secret in `file`, made on first use: 32 random bytes that only the owner of the file can read. */
export function keepSecret(file: string): string {
  if (!existsSync(file)) {
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, randomBytes(32).toString("base64url"), { mode: 0o600 });
    renameSync(unfinished, file);
  }
  return readFileSync(file, "utf8");
}
