import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeMachine, table } from "#scripts/bench/report.ts";
import type { Counts } from "#scripts/rehearsal/count-lost.ts";
import type { Answer } from "#scripts/rehearsal/load.ts";
import type { Lived } from "#scripts/rehearsal/run-incident.ts";

const file = join(import.meta.dirname, "../../docs/rehearsal.md");
const [begin, end] = ["<!-- written by npm run rehearse -->", "<!-- end of what npm run rehearse wrote -->"];

export interface Day {
  lived: readonly Lived[];
  skipped: readonly { name: string; why: string }[];
  answers: readonly Answer[];
  between: (from: number, to: number) => Counts;
  unknown: readonly string[];
  postgresVersion: string;
  factor: number;
  takenOff: ReadonlyMap<string, number>;
}

/** Writes the description of a whole day into docs/rehearsal.md. */
export function writeRecord(text: string): void {
  const page = readFileSync(file, "utf8");
  const [head, tail] = [page.indexOf(begin), page.indexOf(end)];
  if (head === -1 || tail < head) throw new Error(`docs/rehearsal.md has no place for the record: ${begin} … ${end}`);
  writeFileSync(file, `${page.slice(0, head)}${begin}\n\n${text}\n\n${page.slice(tail)}`);
}

/** What was measured, as Markdown. */
export function describeDay({ lived, skipped, answers, between, unknown, postgresVersion, factor, takenOff }: Day): string {
  const [from, to] = [lived[0]?.beganAt ?? 0, lived.at(-1)?.overAt ?? 0];
  const all = between(0, Number.POSITIVE_INFINITY);
  return [
    describeMachine(postgresVersion, ["postgres"]),
    "",
    `${lived.length} incidents in ${Math.round((to - from) / 60_000)} minutes, windows divided by ${factor}. Times are in seconds. "Unshortened" is the most that it takes with the rules as they are, scraped and evaluated every 30 s: ${factor} times what was measured, or what was measured and all that was taken off the rule, whichever is less.`,
    "",
    ...table(
      ["incident", "alarm", "fired after", "unshortened, at most", "over after healing"],
      lived.flatMap((one) => describeAlarms(one, { factor, takenOff })),
    ),
    "",
    ...table(
      ["incident", "begun by", "healed by", "what partners saw", "longest answer"],
      lived.map((one) => describeAnswers(one, answers)),
    ),
    "",
    ...table(
      ["contracts begun during", "acknowledged", "stored", "with one event", "arrived", "arrived twice"],
      [
        ...lived.map(({ incident: { name }, beganAt, overAt }) => [name, ...Object.values(between(beganAt, overAt)).map(count)]),
        ["the whole run", ...Object.values(all).map(count)],
      ],
    ),
    "",
    `Contracts that are stored and of which nobody was told: ${unknown.length}. Attempts of partners: ${count(answers.length)}.`,
    ...skipped.map(({ name, why }) => `\nNot rehearsed: ${name}, since ${why}.`),
    ...lived.flatMap(({ incident, failure }) => (failure === undefined ? [] : [`\n**${incident.name}: ${failure}.**`])),
  ].join("\n");
}

function describeAlarms({ incident, beganAt, healedAt, fired }: Lived, { factor, takenOff }: Pick<Day, "factor" | "takenOff">): string[][] {
  const first = new Map(fired.toReversed().map((alarm) => [alarm.name, alarm]));
  return [...first.values()]
    .toSorted((one, other) => one.at - other.at)
    .map(({ name, at }, index) => {
      const last = fired.findLast((alarm) => alarm.name === name)?.resolvedAt;
      const over = last === undefined ? (incident.stays?.[name] ?? "not") : last < healedAt ? "before" : seconds(last - healedAt);
      const after = at - beganAt;
      const unshortened = Math.min(factor * after, after + 1000 * (takenOff.get(name) ?? 0));
      const heading = `[${name}](operations.md#${name.toLowerCase()})`;
      return [index === 0 ? incident.name : "", heading, seconds(after), seconds(unshortened), over];
    });
}

function describeAnswers({ incident, beganAt, overAt }: Lived, answers: readonly Answer[]): string[] {
  const seen = answers.filter(({ at }) => at >= beganAt && at < overAt);
  const kinds = Map.groupBy(seen, ({ status }) => (status === 0 ? "none" : status < 400 ? "success" : String(status)));
  const shares = [...kinds]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([kind, of]) => `${((100 * of.length) / seen.length).toFixed(1)} % ${kind === "none" ? "no answer within 15 s" : kind}`);
  const longest = Math.max(...seen.map(({ ms }) => ms));
  return [incident.name, incident.begun, incident.healed, shares.join(", "), `${(longest / 1000).toFixed(1)} s`];
}

const seconds = (ms: number) => count(Math.round(ms / 1000));
const count = (value: number) => value.toLocaleString("en");
