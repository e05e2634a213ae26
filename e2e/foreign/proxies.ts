import { execFileSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "#db/embedded/free-port.ts";
import { spawnSupervised } from "#db/embedded/supervise.ts";
import { findProgram } from "#e2e/foreign/program.ts";

const guide = readFileSync(join(import.meta.dirname, "../../docs/operations/proxy.md"), "utf8");
const host = "127.0.0.1";

/** A proxy that the operations guide has a configuration for. */
export interface Proxy {
  /** Its program, and the language of its block in the guide. */
  name: "nginx" | "haproxy" | "caddy";
  program: string | undefined;
}

interface Place {
  /** The directory of the proxy's files; its own account can read them. */
  directory: string;
  /** The addresses of the instances, as host:port. */
  instances: [string, string];
}

export const proxies: Proxy[] = (["nginx", "haproxy", "caddy"] as const).map((name) => ({ name, program: findProgram(name) }));

/** Makes a certificate of its own for localhost, and the same in one file with its key. */
export function makeCertificate(openssl: string, directory: string): void {
  const [certificate, key] = [join(directory, "certificate.pem"), join(directory, "key.pem")];
  const given = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost", "-addext"];
  execFileSync(openssl, [...given, "subjectAltName=DNS:localhost", "-out", certificate, "-keyout", key], { stdio: "ignore" });
  writeFileSync(join(directory, "both.pem"), readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
}

/** The block of the guide, with the addresses of this place; nothing else is changed. */
function readGuide(language: string, { directory, instances }: Place, ports: { http: number; https: number }): string {
  const [, block] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "ms").exec(guide) ?? [];
  if (block === undefined) throw new Error(`docs/operations/proxy.md has no block in ${language}`);
  return block
    .replaceAll("10.0.0.11:3000", instances[0])
    .replaceAll("10.0.0.12:3000", instances[1])
    .replaceAll("/etc/ssl/api.example.com.both.pem", join(directory, "both.pem"))
    .replaceAll("/etc/ssl/api.example.com.pem", join(directory, "certificate.pem"))
    .replaceAll("/etc/ssl/api.example.com.key", join(directory, "key.pem"))
    .replaceAll("listen 80;", `listen ${host}:${ports.http};`)
    .replaceAll("listen 443 ", `listen ${host}:${ports.https} `)
    .replaceAll("bind :80", `bind ${host}:${ports.http}`)
    .replaceAll("bind :443 ", `bind ${host}:${ports.https} `)
    .replaceAll("http://api.example.com", `http://localhost:${ports.http}`)
    .replaceAll("https://api.example.com", `https://localhost:${ports.https}`)
    .replaceAll("api.example.com", "localhost");
}

/** The configuration that a system package has around the block. */
const surroundings: Record<Proxy["name"], (block: string, directory: string) => string> = {
  nginx: (block, directory) => `pid ${directory}/nginx.pid;
error_log ${directory}/nginx.log;
worker_processes auto;
events { worker_connections 768; }
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${directory}/${name};`).join("\n  ")}
${block}}
`,
  haproxy: (block) => block,
  caddy: (block) => `{\n  admin off\n  log {\n    level ERROR\n  }\n  auto_https disable_redirects\n}\n${block}`,
};

const languages = { nginx: "nginx", haproxy: "haproxy", caddy: "caddyfile" } as const;

const commands: Record<Proxy["name"], { check: (file: string) => string[]; run: (file: string) => string[] }> = {
  nginx: { check: (file) => ["-t", "-q", "-e", "stderr", "-c", file], run: (file) => ["-e", "stderr", "-c", file, "-g", "daemon off;"] },
  haproxy: { check: (file) => ["-c", "-q", "-f", file], run: (file) => ["-q", "-f", file] },
  caddy: {
    check: (file) => ["validate", "--config", file, "--adapter", "caddyfile"],
    run: (file) => ["run", "--config", file, "--adapter", "caddyfile"],
  },
};

/** Has the proxy check the configuration of the guide, and starts it on free ports. */
export async function startProxy({ name, program = name }: Proxy, place: Place): Promise<{ url: string; process: ChildProcess }> {
  const ports = { http: await findFreePort(host), https: await findFreePort(host) };
  const file = join(place.directory, `${name}.conf`);
  writeFileSync(file, surroundings[name](readGuide(languages[name], place, ports), place.directory));
  const settings = { cwd: place.directory, env: { NODE_ENV: "test" as const, PATH: "/usr/bin:/bin", HOME: place.directory } };
  execFileSync(program, commands[name].check(file), { ...settings, stdio: ["ignore", "ignore", "pipe"] });
  const process = spawnSupervised(program, commands[name].run(file), { ...settings, stdio: ["ignore", "ignore", "ignore"] });
  return { url: `https://localhost:${ports.https}`, process };
}
