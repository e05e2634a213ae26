import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findProgram } from "#e2e/foreign/program.ts";
import { environmentWith } from "#scripts/settings.ts";

/** How long one installation may take: without the internet, some wait long for it. */
export const installMs = 120_000;
const runMs = 240_000;
const cache = environmentWith({})["XDG_CACHE_HOME"];
const directory = join(cache === undefined || cache === "" ? join(homedir(), ".cache") : cache, "covergate-tools");

/** A tool that this machine lacks and cannot get: its tests are skipped, and say so. */
export class MissingTool extends Error {
  override name = "MissingTool";
}

/** The path of a program of this machine; throws MissingTool, also for the stand-ins of some systems, which only offer to install it. */
export function needProgram(name: string, versionArgument = "--version"): string {
  const path = findProgram(name);
  if (path === undefined || spawnSync(path, [versionArgument]).status !== 0) throw new MissingTool(`this machine has no ${name}`);
  return path;
}

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  timeout?: number;
}

/** Runs a program to its end; returns what it printed, and throws all that it said where it fails or takes too long. */
export async function runTool(program: string, given: string[], { cwd, env = {}, timeout = runMs }: RunOptions = {}): Promise<string> {
  try {
    const options = { cwd, env: environmentWith(env), timeout, maxBuffer: 2 ** 26 };
    return (await promisify(execFile)(program, given, options)).stdout;
  } catch (error) {
    const { message, stdout = "", stderr = "" } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${message}\n${stdout.slice(-5000)}\n${stderr.slice(-5000)}`, { cause: error });
  }
}

/**
 * The directory of a tool, which stays for later runs; the name carries its version. If it is missing, `install` puts it into a directory
 * that is then moved to its place. Throws MissingTool if that fails, as without the internet.
 */
export async function keepTool(name: string, install: (place: string) => Promise<unknown>): Promise<string> {
  const kept = join(directory, name);
  if (existsSync(kept)) return kept;
  mkdirSync(directory, { recursive: true });
  const place = mkdtempSync(join(directory, `.${name}-`));
  try {
    await install(place);
    renameSync(place, kept);
  } catch (error) {
    rmSync(place, { recursive: true, force: true });
    // Another run has installed it meanwhile.
    if (existsSync(kept)) return kept;
    if (error instanceof MissingTool) throw error;
    const reason = (error as Error).message.replaceAll(/\s+/g, " ").slice(0, 300);
    throw new MissingTool(`${name} cannot be installed: ${reason}`, { cause: error });
  }
  return kept;
}

/** Packages of npm, by their versions. */
export function keepNpmPackages(name: string, packages: string[]): Promise<string> {
  return keepTool(name, async (place) => {
    writeFileSync(join(place, "package.json"), JSON.stringify({ private: true }));
    const given = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=0", ...packages];
    await runTool(needProgram("npm"), given, { cwd: place, timeout: installMs });
  });
}

/** The frameworks of the documented receivers in TypeScript, with their types. */
export const nodeFrameworks = ["express", "@types/express", "fastify", "hono", "@hono/node-server"];

export function keepNodeFrameworks(): Promise<string> {
  const versions = ["5.3.0", "5.0.6", "5.12.8", "4.13.19", "2.1.9"];
  return keepNpmPackages(
    "node-frameworks-1",
    nodeFrameworks.map((name, index) => `${name}@${versions[index]}`),
  );
}

/**
 * A virtual environment of this machine's Python, with packages of PyPI. Its programs are run as modules, since they name the place in which
 * they were installed.
 */
export async function keepPythonPackages(name: string, packages: string[]): Promise<string> {
  const python = needProgram("python3");
  const version = (await runTool(python, ["--version"])).trim().replace(" ", "-").toLowerCase();
  return keepTool(`${name}-${version}`, async (place) => {
    await runTool(python, ["-m", "venv", place], { timeout: installMs });
    const given = ["-m", "pip", "install", "--quiet", "--retries", "0", ...packages];
    await runTool(join(place, "bin/python"), given, { timeout: installMs });
  });
}

/** A file of a registry. */
export async function download(url: string, file: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(installMs) });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  writeFileSync(file, new Uint8Array(await response.arrayBuffer()));
}

/** Packages for PHP, from Packagist or, where Composer does not reach it, from Debian; returns the file that loads them. */
async function keepPhpPackages(name: string, { composer, debian, autoload }: PhpPackages): Promise<string> {
  const kept = await keepTool(name, async (place) => {
    const options = { cwd: place, env: { COMPOSER_ALLOW_SUPERUSER: "1" }, timeout: 30_000 };
    try {
      await runTool(needProgram("composer"), ["require", "--no-interaction", "--quiet", ...composer], options);
      writeFileSync(join(place, "autoload.php"), "<?php require __DIR__ . '/vendor/autoload.php';\n");
    } catch (error) {
      await unpackDebian(
        place,
        debian.map((each) => `php-${each}`),
      ).catch((reason: unknown) => {
        throw new MissingTool(`neither Composer nor Debian has ${name}: ${(error as Error).message}, ${(reason as Error).message}`);
      });
      writeFileSync(join(place, "autoload.php"), `<?php set_include_path(__DIR__ . '/usr/share/php');\n${autoload}\n`);
    }
  });
  return join(kept, "autoload.php");
}

interface PhpPackages {
  composer: string[];
  /** Their names without `php-`. */
  debian: string[];
  /** Loads the classes of Debian's packages, which are on the include path. */
  autoload: string;
}

export function keepGuzzle(): Promise<string> {
  return keepPhpPackages("guzzle-7", {
    composer: ["guzzlehttp/guzzle:^7.3"],
    debian: [
      ...["guzzlehttp-guzzle", "guzzlehttp-psr7", "guzzlehttp-promises", "getallheaders"],
      ...["psr-http-client", "psr-http-factory", "psr-http-message", "symfony-deprecation-contracts"],
    ],
    autoload: "require 'GuzzleHttp/autoload.php';",
  });
}

/** The requests, responses and routes of Symfony and Laravel. */
export function keepPhpFrameworks(): Promise<string> {
  return keepPhpPackages("php-frameworks-1", {
    composer: ["symfony/http-foundation", "psr/log", "illuminate/routing", "illuminate/view", "illuminate/config"],
    debian: [
      ...["http-foundation", "http-kernel", "routing", "mime", "error-handler", "deprecation-contracts"].map((each) => `symfony-${each}`),
      ...["http", "routing", "support", "contracts", "container", "events", "macroable", "collections", "pipeline", "session"].map(
        (each) => `illuminate-${each}`,
      ),
      ...["illuminate-filesystem", "illuminate-config", "illuminate-view", "psr-container", "psr-log", "doctrine-inflector"],
    ],
    // Debian keeps parts of a namespace in several folders. Its Laravel is older than this PHP, which calls some of it deprecated.
    autoload: `error_reporting(E_ALL & ~E_DEPRECATED);
spl_autoload_register(static function (string $class): void {
    $path = strtr($class, '\\\\', '/') . '.php';
    foreach (['Support', 'Macroable', 'Collections'] as $folder) {
        $file = stream_resolve_include_path(strtr($path, ['Illuminate/Support' => "Illuminate/$folder"]));
        if ($file !== false) {
            require $file;
            return;
        }
    }
});
require 'Illuminate/Collections/helpers.php';
require 'Illuminate/Support/helpers.php';`,
  });
}

async function unpackDebian(place: string, packages: string[]): Promise<void> {
  const options = { cwd: place, timeout: 30_000 };
  await runTool(needProgram("apt-get"), ["download", ...packages], options);
  await runTool("sh", ["-c", 'for each in *.deb; do dpkg-deb -x "$each" . || exit 1; done'], options);
}
