import type { PlannedMigration, PlannedStatement } from "#db/plan-migrations.ts";
import type { Answer } from "#scripts/admin/commands.ts";

const longest = 90;
const numbers = new Intl.NumberFormat("en");
const megabyte = 1_000_000;

/** Describes what the migrations of this release will do, a line for each statement and for each table that it locks. */
export function describePlan(plan: readonly PlannedMigration[]): Answer {
  const text = plan.length === 0 ? "The database is that of this release: nothing to do." : plan.map(describe).join("\n\n");
  return { data: { migrations: plan }, text };
}

function describe({ tag, alone, statements }: PlannedMigration): string {
  const total = statements.reduce((sum, { seconds }) => sum + seconds, 0);
  const head = statements.length === 0 ? `${tag}: noted, not executed` : `${tag}: one transaction of about ${spellSeconds(total)}`;
  const warning = alone === undefined ? [] : [`  Stop all instances first: ${alone}.`];
  return [head, ...warning, ...statements.flatMap(describeStatement)].join("\n");
}

function describeStatement({ text, locks, seconds }: PlannedStatement): string[] {
  const lines = locks.map(
    ({ table, mode, rows, bytes }) =>
      `    ${table}: ${mode}, about ${numbers.format(rows)} rows, ${numbers.format(Math.ceil(bytes / megabyte))} MB`,
  );
  const first = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return [`  ${first}`, ...lines, ...(seconds >= 1 ? [`    about ${spellSeconds(seconds)}`] : [])];
}

function spellSeconds(seconds: number): string {
  return seconds < 1 ? "a moment" : `${numbers.format(Math.ceil(seconds))} s`;
}
