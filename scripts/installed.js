// Run by npm at the end of an install, on whatever Node is there: so this file is JavaScript.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const brought = `node-${process.platform}-${process.arch}`;
const modules = new URL("../node_modules/", import.meta.url);
const node = new URL(`${brought}/bin/node`, modules);
const link = new URL(".bin/node", modules);
const { npm_execpath: npm = "", npm_command: command = "ci" } = process.env;

if (existsSync(node)) {
  // npm before 11 removes this link together with other platforms' packages, one of which has the same name.
  rmSync(link, { force: true });
  symlinkSync(`../${brought}/bin/node`, link);
  console.log(`Covergate runs on the Node that came with it, in node_modules/${brought}.`);
}
// npm silently omits compiled packages for an older Node, so the bundled Node installs them.
if (Number.parseInt(process.versions.node, 10) < 20) {
  if (!existsSync(node)) throw new Error(`Covergate needs Node 24, or Node 20 to install it: this is ${process.version}.`);
  console.log(`npm runs once more on it, since Node ${process.versions.node} is too old for some packages.`);
  const program = fileURLToPath(node);
  const env = { ...process.env, PATH: `${dirname(program)}:${process.env.PATH}` };
  process.exitCode = spawnSync(program, ["--no-deprecation", npm, command], { stdio: "inherit", env }).status ?? 1;
}
