import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findProgram } from "#e2e/foreign/program.ts";
import { metrics } from "#lib/metrics/metrics.ts";
import { shortenRules } from "#scripts/rehearsal/shorten-rules.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const rules = read("ops/prometheus-rules.yml");
const promtool = findProgram("promtool");

test.runIf(promtool !== undefined).each([
  ["checks the rules", ["check", "rules", "ops/prometheus-rules.yml"], ""],
  ["tries the rules on series", ["test", "rules", "ops/prometheus-rules.test.yml"], ""],
])("promtool %s", (_what, args, input) => {
  const { status, stdout, stderr } = spawnSync(promtool ?? "", args, { cwd: root, input, encoding: "utf8" });
  expect({ status, said: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, said: "" });
});

test.runIf(promtool !== undefined)("the rules of the rehearsal are these with every window a tenth as long", () => {
  const { text: short, takenOff } = shortenRules(rules, 10);
  const directory = mkdtempSync(join(tmpdir(), "covergate-rules-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "rules.yml");
  writeFileSync(file, short);
  const { status, stdout, stderr } = spawnSync(promtool ?? "", ["check", "rules", file], { encoding: "utf8" });
  expect({ status, said: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, said: "" });
  const windows = (text: string) =>
    Array.from(text.matchAll(/(?<=\[|for: )(\d+)([smh])/g), ([, n, unit]) => Number(n) * { s: 1, m: 60, h: 3600 }[unit as "s"]);
  expect(windows(short)).toEqual(windows(rules).map((seconds) => seconds / 10));
  expect(windows(short).length).toBeGreaterThan(20);
  expect(short).toContain("> 30 + 2 * max by (exported_job) (job_period_seconds)");
  expect(short).toContain("max(delivery_oldest_due_seconds) > 12");
  // The job's own period stays.
  expect(short).toContain("unless max by (exported_job) (job_period_seconds) <= 60");
  expect(takenOff.get("CovergateErrors")).toBe(3 * 270);
  // How slow an answer may be is no window.
  expect(short).toContain("rate(db_query_seconds_bucket[30s]))) > 1");
});

test("rules and dashboard name metrics that the process has", async () => {
  const known = new Set((await metrics.registry.getMetricsAsJSON()).map(({ name }) => name));
  const named = [
    ...`${rules}${read("ops/grafana-dashboard.json")}`.matchAll(
      /\b(?:http|db|delivery|deliveries|job|call|rate|sign|process|nodejs|covergate|storage|disk|clock)_\w+\b/g,
    ),
  ];
  const wrong = named
    .map(([name]) => name)
    .filter((name) => ![name, name.replace(/_(?:bucket|count|sum)$/, "")].some((each) => known.has(each)));
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(wrong)]).toEqual([]);
});

test("the label of a job is read as Prometheus renames it, whose own `job` names what it scrapes", () => {
  const text = `${rules}${read("ops/grafana-dashboard.json")}`;
  expect(text).toContain("by (exported_job)");
  expect(text).not.toMatch(/by \((?:\w+, )*job\)|job_\w+\{job\b/);
});

test("every alarm says in docs/operations.md what it means and what to do", () => {
  const alarms = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? "");
  const headings = [...read("docs/operations.md").matchAll(/^### (Covergate\w+)$/gm)].map(([, name]) => name ?? "");
  expect(headings.toSorted()).toEqual(alarms.toSorted());
  const named = [...rules.matchAll(/runbook: "docs\/operations\.md#(\w+)"/g)].map(([, anchor]) => anchor);
  expect(named).toEqual(alarms.map((name) => name.toLowerCase()));
});
