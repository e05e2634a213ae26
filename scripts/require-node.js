// Loaded first by any Node: an older one cannot read the TypeScript that follows. So this file is JavaScript.
const needed = 24;
if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(
    `Covergate runs on Node ${needed} or newer, and this is Node ${process.versions.node}. npm ci brings one along for Linux and Macs with an Intel processor: run it, then start again through npm. Elsewhere install Node ${needed} first (https://nodejs.org).`,
  );
  process.exit(1);
}
