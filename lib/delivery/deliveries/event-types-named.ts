import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import en from "#lib/platform/i18n/messages/en/webhooks.json" with { type: "json" };
import fr from "#lib/platform/i18n/messages/fr/webhooks.json" with { type: "json" };
import { foldText, fragmentsOf } from "#lib/platform/lists/fragments.ts";

/** The French words for the parts of a kind's name, which its meaning leaves out. */
const inFrench: Record<string, string> = { contract: "contrat", claim: "sinistre", draft: "brouillon", settlement: "règlement" };
/** Shorter words of a meaning, such as "was", are in many names. */
const shortestMeant = 4;

/**
 * The words by which a kind of event is found besides its name: its meaning in both languages, without the details.
 * `webhooks.meanings` is keyed by the parts of its name after the version.
 */
export function wordsOfType(type: EventType): string {
  const parts = type.slice("v2.".length).split(".");
  const meanings = [en, fr].map((texts) => {
    const meaning = parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], texts.meanings);
    return String(meaning).split(". ")[0] ?? "";
  });
  return [...meanings, ...parts.map((part) => inFrench[part] ?? "")].join(" ");
}

const searched = eventTypes.map((type) => ({
  type,
  name: foldText(type),
  words: wordsOfType(type)
    .split(/[^\p{L}\p{N}]+/u)
    .map(foldText),
}));

/** The kinds of events with the typed words in their name or meaning (rules/search.md#find-13). Without any, a search does not look for kinds. */
export function eventTypesNamed(typed: string): { eventTypes?: EventType[] } {
  const fragments = fragmentsOf(typed);
  const isMeaning = fragments.some((fragment) => fragment.length >= shortestMeant);
  const found = searched.filter(({ name, words }) =>
    fragments.every((fragment) => name.includes(fragment) || (isMeaning && words.some((word) => word.startsWith(fragment)))),
  );
  return fragments.length === 0 || found.length === 0 ? {} : { eventTypes: found.map(({ type }) => type) };
}
