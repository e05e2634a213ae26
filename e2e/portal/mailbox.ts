import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "#e2e/portal/portal.ts";
import type { Portal } from "#e2e/portal/portal.ts";

/** The path of the newest one-time link that was mailed to a person. */
export async function readPasswordLink({ mailDirectory }: Pick<Portal, "mailDirectory">, email: string): Promise<string> {
  const find = () =>
    readdirSync(mailDirectory)
      .toSorted()
      .filter((name) => name.endsWith(` ${email}`))
      .map((name) => /\/password\/[\w-]+/.exec(readFileSync(join(mailDirectory, name), "utf8"))?.[0])
      .at(-1);
  await expect.poll(find, { message: `a link is mailed to ${email}` }).toBeDefined();
  return find() ?? "";
}
