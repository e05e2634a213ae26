import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

interface ReceivedMail {
  to: string[];
  text: string;
}

export interface SmtpSink {
  url: string;
  received: ReceivedMail[];
  server: SMTPServer;
  close(): Promise<void>;
}

/** Starts a mail server that keeps what it is given, and with `keep` passes it on. */
export async function startSmtpSink(keep: (mail: ReceivedMail) => void = () => undefined): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const text = Buffer.concat(chunks).toString().replaceAll("=\r\n", "");
        const mail = { to: envelope.rcptTo.map(({ address }) => address), text };
        received.push(mail);
        keep(mail);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received, server, close: () => new Promise((resolve) => server.close(resolve)) };
}
