import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { expect, onTestFinished, test, vi } from "vitest";
import { buildProgram } from "#scripts/admin/program.ts";

test("an account that has no name, as containers often run under, is noted by its number", () => {
  const noName = vi.spyOn(os, "userInfo").mockImplementation(() => {
    throw new Error("uv_os_get_passwd returned ENOENT");
  });
  onTestFinished(() => {
    noName.mockRestore();
    syncBuiltinESMExports();
  });
  syncBuiltinESMExports();
  const program = buildProgram({ withDatabase: (work) => work(), print: () => undefined, complain: () => undefined });
  expect(program.opts()).toMatchObject({ as: `uid ${process.getuid?.()}` });
});
