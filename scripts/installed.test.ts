import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { environmentWith } from "#scripts/settings.ts";

const name = `node-${process.platform}-${process.arch}`;

describe.skipIf(process.platform === "win32")("the script that follows an install", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "covergate-installed-"));
    put("package.json", '{ "type": "module" }');
    cpSync(join(import.meta.dirname, "installed.js"), put("scripts/installed.js", ""));
    for (const file of ["bin/node", "include/node/node.h"]) put(`node_modules/${name}/${file}`, "");
    mkdirSync(join(root, "node_modules/.bin"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function put(path: string, text: string, mode = 0o644): string {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
    return file;
  }

  async function finishInstall(machineNode: string): Promise<void> {
    const npmNode = put("machine/node", `#!/bin/sh\necho ${machineNode}\n`, 0o755);
    await promisify(execFile)(process.execPath, [join(root, "scripts/installed.js")], {
      env: environmentWith({ npm_node_execpath: npmNode, npm_command: "ci" }),
    });
  }

  test("keeps the bundled Node, without its headers, where the machine's is older", async () => {
    await finishInstall("v20.20.2");
    expect(readdirSync(join(root, "node_modules", name))).toEqual(["bin"]);
    expect(readlinkSync(join(root, "node_modules/.bin/node"))).toBe(`../${name}/bin/node`);
  });

  test("removes the bundled Node where the machine's is as new", async () => {
    await finishInstall("v24.0.0");
    expect(existsSync(join(root, "node_modules", name))).toBe(false);
    expect(readdirSync(join(root, "node_modules/.bin"))).toEqual([]);
  });

  test("removes source maps and what nothing here uses, and nothing else of packages", async () => {
    const kept = ["@lamps/lamp/dist/lamp.js", "sharpener/index.js"];
    const removed = ["@lamps/lamp/dist/lamp.js.map", "sharp/index.js", "@img/sharp/sharp.node"];
    for (const path of [...kept, ...removed]) put(`node_modules/${path}`, "");
    await finishInstall("v24.0.0");
    const left = readdirSync(join(root, "node_modules"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(left.map(({ parentPath, name: file }) => relative(join(root, "node_modules"), join(parentPath, file))).toSorted()).toEqual(kept);
  });
});
