import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { expect, onTestFinished, test, vi } from "vitest";
import { buildProgram } from "#scripts/admin/program.ts";

const build = () =>
  buildProgram({ withDatabase: () => Promise.reject(new Error("not asked for")), print: () => undefined, complain: () => undefined });

test.each([
  { reason: " ", complaint: "It is empty." },
  { reason: "a".repeat(501), complaint: "Too big: expected string to have <=500 characters" },
])("a reason is refused before anything is done: $complaint", async ({ reason, complaint }) => {
  const program = build().configureOutput({ writeErr: () => undefined });
  await expect(program.parseAsync(["revoke-key", "key_1", "--reason", reason], { from: "user" })).rejects.toThrow(complaint);
});

test("an account that has no name, as containers often run under, is noted by its number", () => {
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
