import type { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { startSmtpSink } from "#e2e/setup/smtp-sink.ts";
import { sendMail } from "#lib/platform/mail/mail.ts";

const mail = { id: "ntc_1", to: "ada@example.com", subject: "News", text: "Some." };

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

async function startServer(rules: Partial<SMTPServer> = {}) {
  const sink = await startSmtpSink();
  Object.assign(sink.server, rules);
  onTestFinished(() => sink.close());
  return sink;
}

/** The refusals of a mail server, by the command that it refuses. */
const refusals: Record<string, { rules: Partial<SMTPServer>; code: string; isFinal: boolean }> = {
  "the greeting": { rules: { onConnect: (_session, done) => done(refusal(554, "no service")) }, code: "554", isFinal: false },
  "the sign-in": { rules: { onAuth: (_auth, _session, done) => done(refusal(535, "5.7.8 bad credentials")) }, code: "535", isFinal: false },
  "MAIL FROM": { rules: { onMailFrom: (_address, _session, done) => done(refusal(550, "unknown sender")) }, code: "550", isFinal: false },
  "a recipient for now": { rules: { onRcptTo: (_address, _session, done) => done(refusal(450, "busy")) }, code: "450", isFinal: false },
  "a recipient for good": {
    rules: { onRcptTo: (_address, _session, done) => done(refusal(550, "5.1.1 no such user")) },
    code: "550",
    isFinal: true,
  },
  "every recipient, as a relay that does not know us": {
    rules: { onRcptTo: (_address, _session, done) => done(refusal(554, "5.7.1 relay access denied")) },
    code: "554",
    isFinal: false,
  },
  "the message": {
    rules: {
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on("end", () => done(refusal(554, "looks like spam")));
      },
    },
    code: "554",
    isFinal: false,
  },
};

test.each(Object.entries(refusals))(
  "a mail server that refuses %s loses no message that another attempt may bring (rules/notices.md#send-3)",
  async (_what, { rules, code, isFinal }) => {
    const { url, received } = await startServer(rules);
    const signedIn = url.replace("smtp://", "smtp://covergate:secret@");
    expect(await sendMail(mail, { url: "onAuth" in rules ? signedIn : url })).toEqual({ error: code, isFinal });
    expect(received).toEqual([]);
  },
);

test("a message says that a machine wrote it, so that out-of-office answers stay away", async () => {
  const { url, received } = await startServer();
  expect(await sendMail(mail, { url })).toBeUndefined();
  expect(received[0]?.text).toMatch(/^Auto-Submitted: auto-generated$/m);
});
