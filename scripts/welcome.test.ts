import { expect, test } from "vitest";
import { welcome } from "#scripts/welcome.ts";

const demo = {
  url: "http://localhost:3000",
  partners: [],
  staff: [{ email: "ada@covergate.example", password: "aaaa.bbbb", role: "support" as const }],
};

// rules/notices.md#mailbox-2
test("each start prints the link of the mailbox, if the installation has one", () => {
  expect(welcome(demo.url, undefined, "/mailbox?token=abc")).toContain("http://localhost:3000/mailbox?token=abc");
  expect(welcome(demo.url, undefined)).not.toContain("mailbox");
});

test("demo passwords are printed at the first start; later starts print where they are", () => {
  const file = ".data/demo.json";
  expect(welcome(demo.url, { demo, file, isFirst: true })).toContain("ada@covergate.example  aaaa.bbbb  (support)");
  const later = welcome(demo.url, { demo, file, isFirst: false });
  expect(later).not.toContain("aaaa.bbbb");
  expect(later).toContain(file);
});
