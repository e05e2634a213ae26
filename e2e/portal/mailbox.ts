import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "#e2e/portal/portal.ts";
import type { Portal } from "#e2e/portal/portal.ts";

/** The e-mails to a person, the oldest first. */
export function readMails({ mailDirectory }: Pick<Portal, "mailDirectory">, email: string): string[] {
  return readdirSync(mailDirectory)
    .toSorted()
    .filter((name) => name.endsWith(` ${email}`))
    .map((name) => readFileSync(join(mailDirectory, name), "utf8"));
}

/** The path of the newest one-time link that was mailed to a person. */
export async function readPasswordLink(portal: Pick<Portal, "mailDirectory">, email: string): Promise<string> {
  const find = () =>
    readMails(portal, email)
      .map((text) => /\/password\/[\w-]+/.exec(text)?.[0])
      .at(-1);
  await expect.poll(find, { message: `a link is mailed to ${email}` }).toBeDefined();
  return find() ?? "";
}
