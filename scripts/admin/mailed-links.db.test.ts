import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { useMailServer } from "#e2e/setup/mail-server.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { runAdmin } from "#scripts/admin/program.ts";

await useOwnDatabase();
const mails = await useMailServer();

async function admin(...args: string[]): Promise<string> {
  const said: string[] = [];
  await runAdmin(args, {
    withDatabase: (work) => work(),
    print: (text) => said.push(text),
    complain: (text) => said.push(text),
  });
  return said.join("\n");
}

// rules/authority.md#links-2
test("where the installation sends e-mail a link goes to the mailbox, and not to the terminal", async () => {
  const email = `${randomUUID()}@people.example`;
  for (const format of [[], ["--json"]]) {
    const command =
      format.length === 0 ? ["invite-staff", email, "--name", "Ada", "--role", "administrator"] : ["renew-link", email, "--reason", "Lost"];
    const said = await admin(...format, ...command);
    expect(said).not.toContain("/password/");
    expect(said).toContain(format.length === 0 ? email : '"userId"');
  }
  await mails.deliver();
  const links = mails.received.filter(({ to }) => to.includes(email)).map(({ text }) => /\/password\/[\w-]+/.exec(text)?.[0]);
  expect(new Set(links).size).toBe(2);
});
