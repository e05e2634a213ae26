import { eventCatalogue, eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { foldText, fragmentsOf } from "#lib/platform/lists/fragments.ts";

/** The French words for the parts of a kind's name. The messages of the pages are not read here, since plain Node cannot import them. */
const inFrench: Record<string, string> = {
  ...{ contract: "contrat", renewal: "renouvellement", claim: "sinistre", draft: "brouillon", settlement: "règlement", status: "statut" },
  ...{ created: "créé soumis création", updated: "modifié changé", closed: "clos terminé", reopened: "rouvert", renewed: "renouvelé" },
  ...{ canceled: "annulé", terminated: "résilié", enabled: "activé mis en place", rejected: "refusé rejeté", resumed: "rétabli repris" },
  ...{ notification: "avis échéance averti client", ready: "prêt complet documents déposés", archived: "archivé", abandoned: "abandonné" },
  ...{ refused: "refusé", uploaded: "déposé", accepted: "accepté", requested: "demandé", paid: "payé", returned: "virement rejeté" },
};
/** Shorter words of a meaning, such as "was", are in many names. */
const shortestMeant = 4;

/** The words by which a kind of event is found besides its name: its meaning without the details, and its name in French. */
export function wordsOfType(type: EventType): string {
  const [meaning = ""] = eventCatalogue[type].meaning.split(/[:;,]/);
  return [meaning, ...type.split(".").map((part) => inFrench[part] ?? "")].join(" ");
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
