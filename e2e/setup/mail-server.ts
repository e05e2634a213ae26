import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll } from "vitest";
import { completeEnvironment } from "#scripts/settings.ts";

interface ReceivedMail {
  to: string[];
  text: string;
}

/**
 * Gives a test file a mail server, and what that is given: `const mails = await vi.hoisted(async () => (await
 * import("#e2e/setup/mail-server.ts")).useMailServer())`, which runs before the imports.
 */
export async function useMailServer(): Promise<{ received: ReceivedMail[]; server: SMTPServer }> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const text = Buffer.concat(chunks).toString().replaceAll("=\r\n", "");
        received.push({ to: envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  afterAll(() => server.close());
  completeEnvironment({ SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` });
  return { received, server };
}
