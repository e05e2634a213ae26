import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { expect, onTestFinished, test, vi } from "vitest";
import manifest from "#package.json" with { type: "json" };
import { fields } from "#scripts/admin/explain.ts";
import { buildProgram } from "#scripts/admin/program.ts";

const build = () =>
  buildProgram({ withDatabase: () => Promise.reject(new Error("not asked for")), print: () => undefined, complain: () => undefined });

test.each([
  { reason: " ", complaint: "It is empty." },
  { reason: "a".repeat(501), complaint: "Too big: expected string to have <=500 characters" },
])("a reason is refused before anything is done: $complaint", async ({ reason, complaint }) => {
  const program = build().configureOutput({ writeErr: () => undefined });
  await expect(program.parseAsync(["renew-link", "ada@people.example", "--reason", reason], { from: "user" })).rejects.toThrow(complaint);
});

test("text of a partner that is printed does not steer the terminal", () => {
  const printed = fields({ product: "Lapierre\u001B]0;owned\u0007\u001B[2J e\r\n\u009B31mSensium", none: null, list: [] });
  expect(printed).toMatch(/^product: +Lapierre .*Sensium\nnone: +—\nlist: +—$/);
  expect(printed.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
});

test("the version of the command is that of the release, and the change log begins with it", async () => {
  const printed: string[] = [];
  const program = buildProgram({
    withDatabase: () => Promise.reject(new Error("not asked for")),
    print: (text) => printed.push(text),
    complain: () => undefined,
  });
  await expect(program.parseAsync(["--version"], { from: "user" })).rejects.toMatchObject({ exitCode: 0 });
  expect(printed).toEqual([manifest.version]);
  const [, newest] = /^## (\d\S+) - \d{4}-\d{2}-\d{2}$/m.exec(readFileSync("CHANGELOG.md", "utf8")) ?? [];
  expect(newest).toBe(manifest.version);
});

test("an account without a name, as in many containers, is audited by its number", () => {
  const noName = vi.spyOn(os, "userInfo").mockImplementation(() => {
    throw new Error("uv_os_get_passwd returned ENOENT");
  });
  onTestFinished(() => {
    noName.mockRestore();
    syncBuiltinESMExports();
  });
  syncBuiltinESMExports();
  expect(build().opts()).toMatchObject({ as: `uid ${process.getuid?.()}` });
});
