import { spawn } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "#db/embedded/free-port.ts";
import { keepNodeFrameworks, keepNpmPackages, keepPhpFrameworks, keepPythonPackages, MissingTool } from "#e2e/foreign/kept-tools.ts";
import { findProgram } from "#e2e/foreign/program.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";
import { compileClient, isClientCompiled } from "#scripts/clients/compile.ts";

/** The path of a foreign tool; undefined if this machine cannot get it, so that its tests are skipped. */
const optional = (kept: Promise<string>) =>
  kept.catch((error: unknown) => {
    if (error instanceof MissingTool) return undefined;
    throw error;
  });

const root = join(import.meta.dirname, "../..");
const php = findProgram("php");
const [express4, frameworks, python, phpFrameworks] = [
  await optional(keepNpmPackages("express-4", ["express@4"])),
  await optional(keepNodeFrameworks()),
  await optional(
    keepPythonPackages("covergate-receivers-1", [
      "fastapi==0.165.0",
      "uvicorn==0.54.0",
      "flask==3.1.3",
      "django==5.2.19",
      "httpx==0.28.1",
      "typing_extensions==4.16.0",
    ]),
  ),
  php === undefined ? undefined : await optional(keepPhpFrameworks()),
];

/** A documented receiver as its users run it. */
interface Receiver {
  name: string;
  /** Undefined if the machine lacks what it needs. */
  program: string | undefined;
  args(port: string): string[];
  /** Packages of npm that it needs beside the client. */
  packages?: string | undefined;
  environment?: Record<string, string>;
  /** True if the raw body is lost, so that no delivery can be verified. */
  isParsed?: boolean;
  /** Files of its own beside the samples, or in place of one. */
  files?: Record<string, string>;
}

const node = process.execPath;
const inNode = (name: string, file: string, packages: string | undefined, files = {}): Receiver => ({
  name,
  program: packages === undefined ? undefined : node,
  args: () => [file],
  packages,
  files,
});
const inPython = (name: string, args: (port: string) => string[], files = {}): Receiver => ({
  name,
  program: python === undefined ? undefined : join(python, "bin/python"),
  args: (port) => ["-u", "-m", ...args(port)],
  environment: { PYTHONPATH: join(root, "clients/python/src"), DJANGO_SETTINGS_MODULE: "settings" },
  files,
});
const inPhp = (name: string, file: string, autoload: string | undefined): Receiver => ({
  name,
  program: autoload === undefined ? undefined : php,
  args: (port) => ["-S", `127.0.0.1:${port}`, file],
  ...(autoload !== undefined && { environment: { AUTOLOAD: autoload } }),
});

const nextServer = `import { createServer } from "node:http";
import { POST } from "./webhook-next.ts";
createServer(async (request, response) => {
  // Next streams the body to the route, and catches what the route throws.
  try {
    const answer = await POST(new Request("http://localhost/", { method: "POST", headers: request.headers, body: request, duplex: "half" }));
    response.writeHead(answer.status).end(await answer.text());
  } catch {
    response.writeHead(500).end();
  }
}).listen(Number(process.env.PORT));
`;

/** The receiver in an application that parses every body before its routes. */
const behindParser = readFileSync(join(root, "clients/samples/typescript/webhook-express.ts"), "utf8").replace(
  "const app = express();",
  "const app = express();\napp.use(express.json(), express.urlencoded({ extended: true }), express.text({ type: 'text/*' }));",
);

const django = {
  "settings.py": `SECRET_KEY = "x"
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "urls"
`,
  "urls.py": `from django.urls import path
import webhook_django
urlpatterns = [path("webhooks/covergate", webhook_django.receive)]
`,
};

const receivers: Receiver[] = [
  inNode("Express 4", "webhook-express.ts", express4),
  inNode("Express 5", "webhook-express.ts", frameworks),
  { ...inNode("Express 4 behind a parser", "webhook-express.ts", express4, { "webhook-express.ts": behindParser }), isParsed: true },
  { ...inNode("Express 5 behind a parser", "webhook-express.ts", frameworks, { "webhook-express.ts": behindParser }), isParsed: true },
  inNode("Next.js", "next.mjs", root, { "next.mjs": nextServer }),
  inNode("Fastify", "webhook-fastify.ts", frameworks),
  inNode("Hono", "webhook-hono.ts", frameworks),
  inPython("FastAPI", (port) => ["uvicorn", "webhook_fastapi:app", "--port", port]),
  inPython("Flask", (port) => ["flask", "--app", "webhook_flask", "run", "--port", port]),
  inPython("Django", (port) => ["django", "runserver", "--noreload", port], django),
  inPhp("plain PHP", "webhook.php", php === undefined ? undefined : "vendor/autoload.php"),
  inPhp("Laravel", "laravel.php", phpFrameworks),
  inPhp("Symfony", "symfony.php", phpFrameworks),
];

const secret = `whsec_${Buffer.from("a secret of twenty-four by").toString("base64")}`;
const id = "evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A";
const signedBody = JSON.stringify({ event_type: "v2.claim.closed", data: eventSamples["v2.claim.closed"] });

function signed(contentType = "application/json"): Record<string, string> {
  const now = new Date();
  return {
    "content-type": contentType,
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, now, signedBody),
  };
}

const forged = { ...signed(), "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}` };
const without = (name: string) => Object.fromEntries(Object.entries(forged).filter(([each]) => each !== name));

/** Requests of anybody: none of them is an event. */
const attacks: Record<string, { headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> }> = {
  "an empty body with the headers of a delivery": { headers: forged },
  "an empty body without a type": { headers: without("content-type") },
  "an empty body without any header": { headers: {} },
  "a huge body": { headers: forged, body: "x".repeat(20_000_000) },
  "a huge JSON body": { headers: forged, body: JSON.stringify({ data: "x".repeat(3_000_000) }) },
  "a binary body": {
    headers: { ...forged, "content-type": "application/octet-stream" },
    body: new Uint8Array(1000).map((_, index) => index),
  },
  "binary in place of JSON": { headers: forged, body: Uint8Array.of(0xff, 0xfe, 0, 0xc3, 0x28) },
  "a form": { headers: { ...forged, "content-type": "application/x-www-form-urlencoded" }, body: "a[b][c]=1&a=2&__proto__=3" },
  "a broken multipart form": { headers: { ...forged, "content-type": "multipart/form-data; boundary=x" }, body: "--x\r\ncontent-disp" },
  "a body that is not compressed as it says": { headers: { ...forged, "content-encoding": "gzip" }, body: "plain" },
  "a type that is none": { headers: { ...forged, "content-type": 'a;b="c' }, body: "{}" },
  "deeply nested JSON": { headers: forged, body: "[".repeat(50_000) },
  "a signature of the wrong length": { headers: { ...forged, "webhook-signature": "v1,AAAA v1, v1,%%% v2,x ," }, body: signedBody },
  "a huge signature": { headers: { ...forged, "webhook-signature": "v1,A ".repeat(1500) }, body: signedBody },
  "a timestamp without end": { headers: { ...forged, "webhook-timestamp": "9".repeat(4000) }, body: signedBody },
  "a timestamp that is no number": { headers: { ...forged, "webhook-timestamp": "Infinity" }, body: signedBody },
  "an old delivery": { headers: { ...forged, "webhook-timestamp": "1" }, body: signedBody },
};

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true });
});
beforeAll(async () => {
  if (!isClientCompiled()) await compileClient();
});

/** A folder as an integrator has it: the samples, the client and the packages of the framework. */
function makeProject({ packages, files = {} }: Receiver): string {
  const directory = mkdtempSync(join(tmpdir(), "covergate-receiver-"));
  directories.push(directory);
  for (const language of ["typescript", "python", "php"]) {
    cpSync(join(root, "clients/samples", language), directory, { recursive: true });
  }
  for (const name of ["laravel.php", "symfony.php"]) copyFileSync(join(import.meta.dirname, "receivers", name), join(directory, name));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  const modules = join(directory, "node_modules");
  mkdirSync(join(modules, "@covergate"), { recursive: true });
  const client = join(modules, "@covergate/client");
  cpSync(join(root, "clients/typescript/dist"), client, { recursive: true });
  copyFileSync(join(root, "clients/typescript/package.json"), join(client, "package.json"));
  for (const name of ["express", "fastify", "hono", "@hono"]) {
    const place = join(packages ?? root, "node_modules", name);
    if (existsSync(place)) symlinkSync(place, join(modules, name));
  }
  mkdirSync(join(directory, "vendor"));
  writeFileSync(join(directory, "vendor/autoload.php"), phpClient);
  return directory;
}

const phpClient = `<?php
spl_autoload_register(static function (string $class): void {
    $file = '${root}/clients/php/src/' . strtr(substr($class, strlen('Covergate\\\\')), '\\\\', '/') . '.php';
    if (str_starts_with($class, 'Covergate\\\\') && is_file($file)) require $file;
});
`;

/** Sends the beginning of a delivery, and hangs up. */
async function hangUp(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  const headers = Object.entries(forged).map(([name, value]) => `${name}: ${value}\r\n`);
  await new Promise<void>((resolve) => {
    socket.write(`POST /webhooks/covergate HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n${headers.join("")}\r\n{`, () =>
      resolve(),
    );
  });
  socket.destroy();
}

describe.each(receivers)("the documented receiver for $name", (receiver) => {
  const { program = "", args, environment, isParsed = false } = receiver;

  test.skipIf(receiver.program === undefined)("outlives whatever anybody sends, and takes deliveries afterwards", async () => {
    const port = String(await findFreePort("127.0.0.1"));
    const settings = { PATH: "/usr/bin:/bin", NODE_NO_WARNINGS: "1", ...environment, PORT: port, COVERGATE_WEBHOOK_SECRET: secret };
    const running = spawn(program, args(port), {
      cwd: makeProject(receiver),
      env: { NODE_ENV: "production", ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const printed = Promise.all([text(running.stdout), text(running.stderr)]);
    const send = async (headers: Record<string, string>, body?: string | Uint8Array<ArrayBuffer>) => {
      const { status } = await fetch(`http://127.0.0.1:${port}/webhooks/covergate`, {
        method: "POST",
        headers,
        ...(body !== undefined && { body }),
      });
      return status;
    };
    const accepted = isParsed ? 400 : 204;
    try {
      await expect.poll(() => send(signed(), signedBody).catch(() => 0)).toBe(accepted);
      const answers: Record<string, number | string> = {};
      for (const [name, { headers, body }] of Object.entries(attacks)) {
        // A server may close the connection before it has read a huge body.
        answers[name] = await send(headers, body).catch(() => "closed");
        await hangUp(Number(port));
      }
      const refused = (answer: number | string) => answer === "closed" || (Number(answer) >= 400 && Number(answer) < 500);
      expect(Object.entries(answers).filter(([, answer]) => !refused(answer))).toEqual([]);
      expect(await send(signed(), signedBody)).toBe(accepted);
      expect(running.exitCode).toBeNull();
      running.kill();
      const output = (await printed).join("");
      expect(output.split(id).length - 1).toBe(isParsed ? 0 : 2);
    } finally {
      running.kill("SIGKILL");
    }
  });
});
