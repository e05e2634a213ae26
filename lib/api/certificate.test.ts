import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { findProgram } from "#e2e/foreign/program.ts";
import { askCertificateEnd } from "#lib/api/connections.ts";

const openssl = findProgram("openssl");

test.skipIf(openssl === undefined)("the end of a certificate is read whoever has signed it (needs openssl)", async () => {
  const directory = mkdtempSync(join(tmpdir(), "covergate-certificate-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const [cert, key] = [join(directory, "cert.pem"), join(directory, "key.pem")];
  const given = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "9", "-subj", "/CN=localhost", "-out", cert, "-keyout", key];
  execFileSync(openssl ?? "", given, { stdio: "ignore" });
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const daysLeft = ((await askCertificateEnd("localhost", port)).getTime() - Date.now()) / 86_400_000;
  expect(Math.round(daysLeft)).toBe(9);
});
