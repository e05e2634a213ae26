import { readFileSync, statSync } from "node:fs";

interface Node {
  "Node Type": string;
  "Total Cost": number;
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
  /** What decides whether a server compiles it, in units of `jit_above_cost`. */
  price: number;
  isCompiled: boolean;
  /** The settings of its connection that are not stock. */
  settings: Record<string, string>;
}

/** What Postgres 15 to 17 add for each step that a setting forbids and no plan can do without; 18 only marks it. */
const disabledPrice = 1e10;

/** Has each connection write the plans of its statements into the server's log: for `useOwnDatabase`. */
export const loggingPlans = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_format": "json",
  "auto_explain.log_settings": "on",
};

/** Reads the plans that a server's log tells of while `work` runs. */
export async function plansOf(logFile: string, work: () => Promise<unknown>): Promise<ObservedPlan[]> {
  const start = statSync(logFile).size;
  await work();
  return readPlans(readFileSync(logFile).subarray(start).toString());
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
      settings: read.Settings ?? {},
    };
  });
}

function stepsOf(plan: Node): Node[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];
}
