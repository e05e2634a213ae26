import { connect } from "node:tls";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";
import { perProcess } from "#lib/platform/process/per-process.ts";
import { onReset } from "#lib/platform/process/reset.ts";

const everyMs = 3_600_000;
const timeoutMs = 2_000;

const looked = perProcess("certificate", () => ({ at: -Infinity, ends: undefined as Date | undefined }));
onReset(() => void Object.assign(looked, { at: -Infinity, ends: undefined }));

/** When the certificate at BASE_URL ends, looked at once an hour; undefined without https://, or if nobody shows one. */
export async function readCertificateEnd(): Promise<Date | undefined> {
  const url = new URL(env.BASE_URL ?? "http://localhost");
  if (url.protocol !== "https:" || performance.now() - looked.at < everyMs) return looked.ends;
  looked.at = performance.now();
  try {
    looked.ends = await askCertificateEnd(url.hostname, Number(url.port || 443));
  } catch (error) {
    looked.ends = undefined;
    log.warn({ error }, "the certificate at BASE_URL could not be read");
  }
  return looked.ends;
}

/** Reads the end of the certificate only; callers find out whether it is trusted. */
export function askCertificateEnd(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: timeoutMs });
    socket.once("secureConnect", () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once("timeout", () => socket.destroy(new Error("the server was silent")));
    socket.once("error", reject);
  });
}
