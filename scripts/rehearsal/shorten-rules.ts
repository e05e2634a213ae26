import { parse, stringify } from "yaml";

interface Rule {
  alert: string;
  expr: string;
  for?: string;
}

interface Rules {
  groups: { name: string; rules: Rule[] }[];
}

const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 };
const duration = String.raw`(\d+)([smhd])`;

/** Grow by a second each second, so that what a rule compares them with is a time to wait; other figures in seconds are how slow a thing is. */
const ages = /\b(?:delivery_oldest_due_seconds|db_replica_lag_seconds|job_last_success_timestamp_seconds)\b/;

/**
 * The alarm rules with each window, each `for` and each age that is waited for divided by `factor`, so that an alarm fires that much sooner;
 * everything else of a rule stays as it is. With it, how many seconds were taken off each alarm in all.
 */
export function shortenRules(text: string, factor: number): { text: string; takenOff: ReadonlyMap<string, number> } {
  const takenOff = new Map<string, number>();
  const { groups } = parse(text) as Rules;
  const shortened = groups.map(({ name, rules }) => ({
    name,
    rules: rules.map((rule) => {
      const shorten = (seconds: number): number => {
        takenOff.set(rule.alert, (takenOff.get(rule.alert) ?? 0) + seconds - seconds / factor);
        return seconds / factor;
      };
      const shortenDuration = (_all: string, count: string, unit: string) =>
        `${shorten(Number(count) * unitSeconds[unit as keyof typeof unitSeconds])}s`;
      const expr = rule.expr.replaceAll(new RegExp(String.raw`(?<=\[)${duration}(?=\])`, "g"), shortenDuration);
      return {
        ...rule,
        expr: ages.test(expr) ? expr.replaceAll(/(?<=> )\d+/g, (seconds) => String(shorten(Number(seconds)))) : expr,
        ...(rule.for !== undefined && { for: rule.for.replace(new RegExp(`^${duration}$`), shortenDuration) }),
      };
    }),
  }));
  return { text: stringify({ groups: shortened }, { lineWidth: 0 }), takenOff };
}
