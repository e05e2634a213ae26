// Loaded first, by whatever Node is there: an older one cannot read the TypeScript that comes next. So this file is JavaScript.
const needed = 24;
if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(
    `Covergate runs on Node ${needed}, which an install script of the package \`node\` brings along, and this is Node ${process.versions.node}: run \`npm rebuild node\`, then start again through npm.`,
  );
  process.exit(1);
}
