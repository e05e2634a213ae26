import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findProgram } from "#e2e/foreign/program.ts";
import { metrics } from "#lib/platform/metrics/metrics.ts";

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

test("rules and dashboard name metrics that the process has", async () => {
  const known = new Set((await metrics.registry.getMetricsAsJSON()).map(({ name }) => name));
  const named = [
    ...`${rules}${read("ops/grafana-dashboard.json")}`.matchAll(
      /\b(?:http|db|delivery|deliveries|job|call|rate|sign|process|nodejs|covergate|storage|disk|clock|certificate|notice|ledger)_\w+\b/g,
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

test("docs/operations/alarms.md has a section for every alarm, and its runbook names it", () => {
  const alarms = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? "");
  const headings = [...read("docs/operations/alarms.md").matchAll(/^## (Covergate\w+)$/gm)].map(([, name]) => name ?? "");
  expect(headings.toSorted()).toEqual(alarms.toSorted());
  const named = [...rules.matchAll(/runbook: "docs\/operations\/alarms\.md#(\w+)"/g)].map(([, anchor]) => anchor);
  expect(named).toEqual(alarms.map((name) => name.toLowerCase()));
});
