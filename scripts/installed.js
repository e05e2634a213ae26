// Run by npm at the end of an install, on whatever Node is there: so this file is JavaScript.
import { existsSync, rmSync, symlinkSync } from "node:fs";

const brought = `node-${process.platform}-${process.arch}`;
const modules = new URL("../node_modules/", import.meta.url);
const link = new URL(".bin/node", modules);
if (existsSync(new URL(`${brought}/bin/node`, modules)) === true) {
  // npm before 11 takes this link away again with the packages of other platforms, which have one of the same name.
  rmSync(link, { force: true });
  symlinkSync(`../${brought}/bin/node`, link);
  console.log(`Covergate runs on the Node that came with it, in node_modules/${brought}.`);
}
