import { readFileSync, statSync } from "node:fs";

interface Node {
  "Node Type": string;
  "Total Cost": number;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Disabled?: boolean;
  Plans?: Node[];
}

interface Entry {
  "Query Text": string;
  Plan: Node;
  Settings?: Record<string, string>;
  /** Present where the plan is compiled. */
  JIT?: object;
}

export interface ObservedPlan {
  statement: string;
  /** The cost by which a server decides whether to compile it, in units of `jit_above_cost`. */
  price: number;
  isCompiled: boolean;
  /** The tables, or partitions, that it reads from beginning to end. */
  scanned: string[];
  /** The rows of tables and the entries of indexes that it met, and the pages that it read; zero without `countedPlans`. */
  rows: number;
  pages: number;
  /** The settings of its connection that are not stock. */
  settings: Record<string, string>;
}

/** The cost that Postgres 15 to 17 add for each disabled step that no plan can do without; 18 only marks it. */
const disabledPrice = 1e10;

/** Has each connection write the plans of its statements into the server's log: for `useOwnDatabase`. */
export const loggingPlans = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_format": "json",
  "auto_explain.log_settings": "on",
};

/** A setting that changes no plan of ours, so that a test file finds its own plans in the log of a shared server. */
const mark = "cursor_tuple_fraction";
export const markedPlans = { ...loggingPlans, [mark]: "0.2" };

/** Has each statement count what it reads. */
export const countedPlans = {
  ...loggingPlans,
  "auto_explain.log_analyze": "on",
  "auto_explain.log_buffers": "on",
  "auto_explain.log_timing": "off",
  [mark]: "0.3",
};

/** Reads the plans that a server's log tells of while `work` runs: of connections with `settings` like these. */
export async function plansOf(
  logFile: string,
  work: () => Promise<unknown>,
  settings: Record<string, string> = loggingPlans,
): Promise<ObservedPlan[]> {
  const start = statSync(logFile).size;
  await work();
  const plans = readPlans(readFileSync(logFile).subarray(start).toString());
  return plans.filter((plan) => plan.settings[mark] === settings[mark]);
}

/** Continued lines of the log begin with a tab; the entry of a plan ends with the line `}`. */
function readPlans(text: string): ObservedPlan[] {
  return Array.from(text.matchAll(/ plan:\n(\t\{\n[^]*?\n\t\})$/gm), ([, entry = ""]) => {
    const read = JSON.parse(entry.replaceAll("\n\t", "\n")) as Entry;
    const steps = stepsOf(read.Plan);
    return {
      statement: read["Query Text"].replaceAll(/\s+/g, " ").trim(),
      price: read.Plan["Total Cost"] + disabledPrice * steps.filter((step) => step.Disabled).length,
      isCompiled: read.JIT !== undefined,
      scanned: steps.flatMap((step) => (step["Node Type"] === "Seq Scan" ? [step["Relation Name"] ?? ""] : [])),
      rows: steps.reduce((sum, step) => sum + rowsMetBy(step), 0),
      // Those of a step include the steps below it.
      pages: (read.Plan["Shared Hit Blocks"] ?? 0) + (read.Plan["Shared Read Blocks"] ?? 0),
      settings: read.Settings ?? {},
    };
  });
}

function rowsMetBy(step: Node): number {
  if (step["Relation Name"] === undefined && step["Index Name"] === undefined) return 0;
  return Math.round(((step["Actual Rows"] ?? 0) + (step["Rows Removed by Filter"] ?? 0)) * (step["Actual Loops"] ?? 0));
}

function stepsOf(plan: Node): Node[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];
}
