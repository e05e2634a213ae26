import { eventCatalogue } from "#lib/delivery/event-catalogue.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";

/** The French words for the parts of a kind's name. The messages of the pages are not read here, since plain Node cannot import them. */
const inFrench: Record<string, string> = {
  ...{ contract: "contrat", renewal: "renouvellement", claim: "sinistre", draft: "brouillon", settlement: "règlement", status: "statut" },
  ...{ created: "créé soumis création", updated: "modifié changé", closed: "clos terminé", reopened: "rouvert", renewed: "renouvelé" },
  ...{ canceled: "annulé", terminated: "résilié", enabled: "activé mis en place", rejected: "refusé rejeté", resumed: "rétabli repris" },
  ...{ notification: "avis échéance averti client", ready: "prêt complet documents déposés", archived: "archivé", abandoned: "abandonné" },
  ...{ refused: "refusé", uploaded: "déposé", accepted: "accepté", requested: "demandé", paid: "payé", returned: "virement rejeté" },
};
/** The words by which a kind of event is found besides its name: its meaning without the details, and its name in French. */
export function wordsOfType(type: EventType): string {
  const [meaning = ""] = eventCatalogue[type].meaning.split(/[:;,]/);
  return [meaning, ...type.split(".").map((part) => inFrench[part] ?? "")].join(" ");
}
