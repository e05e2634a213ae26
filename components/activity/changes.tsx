"use client";

import { useTranslations } from "next-intl";
import type { ActivityRow } from "#lib/developer/activity/list.ts";

/** Shows what each changed field was and is. A list shows what was added and removed. `people` gives the names of people. */
export function Changes({
  change: { before, ...after },
  people,
}: {
  change: NonNullable<ActivityRow["change"]>;
  people: readonly { id: string; name: string }[];
}) {
  const t = useTranslations("audit.fields");
  const word = useTranslations("exports");
  const common = useTranslations("common");
  const say = (value: unknown) => {
    if (typeof value === "boolean") return word(value ? "yes" : "no");
    if (value === null || value === undefined) return "—";
    if (typeof value !== "string") return JSON.stringify(value);
    return people.find(({ id }) => id === value)?.name ?? value;
  };
  return (
    <ul className="text-sm text-muted-foreground [overflow-wrap:anywhere]">
      {Object.entries(before).map(([field, old]) => (
        <li key={field}>
          {common("named", { name: t.has(field as "name") ? t(field as "name") : field, value: sayChange(old, after[field], say) })}
        </li>
      ))}
    </ul>
  );
}

function sayChange(before: unknown, after: unknown, say: (value: unknown) => string): string {
  if (!Array.isArray(before) || !Array.isArray(after)) return `${say(before)} → ${say(after)}`;
  const added = after.filter((value) => !before.includes(value)).map((value) => `+ ${say(value)}`);
  const removed = before.filter((value) => !after.includes(value)).map((value) => `− ${say(value)}`);
  return [...added, ...removed].join(", ");
}
