import { useFormatter } from "next-intl";
import type { Choice } from "#components/kit/filters/filters.tsx";

/** How many rows of a list a choice has. */
export function ChoiceCount({ choice: { count } }: { choice: Choice<string> }) {
  const format = useFormatter();
  if (count === undefined) return null;
  return <span className="ml-auto shrink-0 pl-2 text-sm text-muted-foreground tabular-nums">{format.number(count)}</span>;
}
