import type { Choice } from "#components/kit/filters/filter-popover.tsx";
import { wordsOf } from "#lib/developer/search/rules/words.ts";
import type { Filter } from "#lib/platform/lists/portal-lists.ts";

/** The labels and choices of a filter. */
export interface FilterLabels {
  label: string;
  /** The placeholder of a search or a free text. */
  placeholder?: string;
  labelOf?: (value: string) => string;
  /** A second line of a choice. */
  hintOf?: (value: string) => string;
  /** The choices of a text; other texts can be typed, unless the choice is closed. */
  choices?: readonly Choice<string>[];
  isClosed?: boolean;
  /** Shows the main choices as tabs. `all` names the first tab; `others` names a filter with the remaining choices. */
  tabs?: { all?: string; values?: readonly string[]; others?: string };
  /** True for future times, without presets such as the last hour. */
  isOfFuture?: boolean;
  /** How far the sandbox clock is ahead, for times of the sandbox. */
  clockOffsetMs?: number;
  /** How many rows have each value; absent if they are not counted. */
  counts?: Readonly<Record<string, number>> | undefined;
  /** Has no control here, though an address may set it. */
  isHidden?: boolean;
}

/** A choice of a filter, and what sets it. */
export interface NamedChoice {
  filter: string;
  choice: string;
  change: Record<string, unknown>;
}

interface LabelledFilter {
  name: string;
  filter: { kind: Filter["kind"]; values?: readonly string[] };
  word: Pick<FilterLabels, "label" | "choices" | "labelOf" | "tabs">;
}

/** Words for the same state or type, in both languages: labels are in one, and people use others. */
const sameMeaning = [
  "open, ouvert",
  "closed, clos, close, clôturé, fermé",
  "cancelled, canceled, cancel, cancellation, annulé, annuler, annulation",
  "terminated, terminate, termination, résilié, résilier, résiliation",
  "draft, brouillon",
  "submitted, soumis",
  "in progress, delivering, en cours",
  "pending info, information needed, informations attendues",
  "rejected, refused, refusal, refusé, refus, rejeté",
  "abandoned, abandonné",
  "archived, archivé",
  "pending, waiting, en attente",
  "succeeded, successful, success, réussi, succès",
  "retrying, à réessayer",
  "failed, failure, failing, échoué, échec, en échec",
  "scheduled, prévu",
  "applied, appliqué",
  "theft, stolen, vol, volé",
  "break, damage, broken, breakage, casse, cassé",
].map((words) => words.split(", ").map(keyOf));

/** The choices of a list's filters that the typed text names, in either language (rules/search.md#palette-2). */
export function choicesNamed(typed: string, filters: readonly LabelledFilter[]): NamedChoice[] {
  const key = keyOf(typed);
  if (key === "") return [];
  const meant = new Set([key, ...sameMeaning.filter((words) => words.includes(key)).flat()]);
  return filters.flatMap(({ name, filter, word }) =>
    labelledValues(filter, word)
      .filter(({ value, label }) => meant.has(keyOf(value)) || meant.has(keyOf(label)))
      .map(({ value, label }) => ({ filter: word.label, choice: label, change: { [name]: valueOf(filter, value) } })),
  );
}

/** The words that name a choice, in both languages. */
export function wordsOfChoice({ value, label }: { value: string; label: string }): string {
  const keys = [keyOf(value), keyOf(label)];
  return [label, ...sameMeaning.filter((words) => keys.some((key) => words.includes(key))).flat()].join(" ");
}

function labelledValues(
  { kind, values: known = [] }: LabelledFilter["filter"],
  { choices = [], tabs, labelOf = (value) => value }: LabelledFilter["word"],
) {
  const declared = kind === "boolean" ? ["false", "true"] : choices.length === 0 ? known : [];
  const values = new Set<string>([...(tabs?.values ?? []), ...declared]);
  return [...choices, ...[...values].map((value) => ({ value, label: labelOf(value) }))];
}

function valueOf({ kind }: LabelledFilter["filter"], value: string): unknown {
  if (kind === "boolean") return value === "true";
  return kind === "choices" || kind === "several" ? [value] : value;
}

/** A text as choices are compared: its words without accents, and without the ending of a plural or of a French participle. */
function keyOf(text: string): string {
  return wordsOf(text)
    .join(" ")
    .replace(/e{0,2}s?$/, "");
}
