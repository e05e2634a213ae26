import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("the client of the pages knows every JSON route by the path of its file", () => {
  const listed = readFileSync(join(root, "components/portal/routes.ts"), "utf8").matchAll(
    /^ {2}"(.+)": typeof import\("#app\/api\/portal(.+)\/route\.ts"\);$/gm,
  );
  const files = globSync("**/route.ts", { cwd: join(root, "app/api/portal") }).map((file) => `/${file.replace("/route.ts", "")}`);
  expect([...listed].map(([, path, file]) => [path, file])).toEqual(files.toSorted().map((path) => [path, path]));
});
