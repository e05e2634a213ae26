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
  // npm before 11 takes this link away again with the packages of other platforms, which have one of the same name.
  rmSync(link, { force: true });
  symlinkSync(`../${brought}/bin/node`, link);
  console.log(`Covergate runs on the Node that came with it, in node_modules/${brought}.`);
}
// For an older Node, npm leaves out compiled packages without a word: the Node that came along installs them.
if (Number.parseInt(process.versions.node, 10) < 20) {
  if (!existsSync(node)) throw new Error(`Covergate needs Node 24, or Node 20 to install it: this is ${process.version}.`);
  console.log(`npm runs once more on it, since Node ${process.versions.node} is too old for some packages.`);
  const program = fileURLToPath(node);
  const env = { ...process.env, PATH: `${dirname(program)}:${process.env.PATH}` };
  process.exitCode = spawnSync(program, ["--no-deprecation", npm, command], { stdio: "inherit", env }).status ?? 1;
}
