import type { PalettePage } from "#components/palette/palette-groups.ts";
import { menuOf, settingsNavigation } from "#components/shell/navigation.ts";
import type { NavigationItem } from "#components/shell/navigation.ts";
import { rootOf } from "#components/shell/viewer.tsx";
import type { Viewer } from "#components/shell/viewer.tsx";
import { keyFilters } from "#lib/account/keys/list-filters.ts";
import { deliveryFilters } from "#lib/delivery/deliveries/list-filters.ts";
import { claimFilters, openStatuses, queueFilters } from "#lib/insurance/claims/list-filters.ts";
import { contractFilters } from "#lib/insurance/contracts/list-filters.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";
import type { Messages } from "#lib/platform/i18n/messages.ts";

/** The lists of the portal that the palette narrows to a day, by their filters `from` and `to` (rules/search.md#palette-3). */
const listsOfDays: readonly NavigationItem["key"][] = ["calls", "contracts", "claims"];

/** The pages of a viewer's menu and settings, for the command palette, with those that only the other environment has. */
export function pagesOf(viewer: Pick<Viewer, "environment"> & { user: Pick<Viewer["user"], "role"> }, language: Language): PalettePage[] {
  const { shell, settings, calls } = messages[language];
  const { environment, user } = viewer;
  const root = rootOf(viewer);
  const joined = (area: string, title: string) => `${area}${shell.palette.joined}${title}`;
  const itemsOf = (shown: typeof viewer) => menuOf(shown).flatMap(({ items }) => items.flatMap((item) => [item, ...(item.pages ?? [])]));
  // Settings follow by their sections.
  const own = itemsOf(viewer)
    .filter(({ path }) => !path.startsWith("/settings"))
    .map(({ key, path }): PalettePage => ({
      ...{
        title: shell.items[key],
        href: root + path,
        words: pageWords[key] ?? "",
        choices: choicesOf(key, environment === undefined, language),
      },
      ...(environment !== undefined && listsOfDays.includes(key) && { isOfDays: true }),
    }));
  const other = environment === "development" ? "production" : "development";
  const ofOther = environment === undefined ? [] : itemsOf({ user, environment: other }).filter((item) => item.environment === other);
  const sections = settingsNavigation.filter(({ roles }) => (roles as readonly string[]).includes(user.role));
  return [
    ...own,
    // A page below that of the calls, which the menu does not show.
    ...own
      .filter(({ href }) => href === `${root}/calls`)
      .map(({ title, href }) => ({ title: joined(title, calls.errorCounts.title), href: `${href}/errors`, words: pageWords.errors })),
    ...ofOther.map(({ key, path }) => ({
      ...{ title: shell.items[key], hint: shell.environments[other], href: `/${other}${path}`, words: pageWords[key] ?? "" },
    })),
    ...sections.map(({ key, path }) => ({
      ...{ title: joined(shell.settings, settings.tabs[key]), href: `${root}/settings${path}`, words: pageWords[`settings.${key}`] ?? "" },
    })),
  ];
}

const of = (name: string, values: readonly string[], labels: Record<string, string>) =>
  values.flatMap((value) => (labels[value] === undefined ? [] : [{ name, value, label: labels[value] }]));

/** The choices by which the palette offers the list of a page (rules/search.md#palette-2). */
function choicesOf(key: NavigationItem["key"], isConsole: boolean, language: Language): NonNullable<PalettePage["choices"]> {
  const { common, claims, renewals, shell } = messages[language];
  const { statuses } = common;
  if (isConsole && key === "keys") return of("state", keyFilters.state.values, statuses.key);
  if (isConsole) return key === "claims" ? of("status", queueFilters.status.values, statuses.claim) : [];
  if (key === "contracts") return of("status", contractFilters.status.values, statuses.contract);
  if (key === "renewals") return of("state", ["scheduled", "rejected", "applied", "dropped"], renewals.views);
  if (key === "deliveries") return of("status", deliveryFilters.status.values, statuses.delivery);
  if (key !== "claims") return [];
  const open = { name: "status", value: openStatuses.join(","), label: shell.palette.openClaims };
  return [open, ...of("status", claimFilters.status.values, statuses.claim), ...of("type", claimFilters.type.values, claims.types)];
}

/** Other words by which people look for a page, in both languages, by its key in `shell.items` or, with `settings.`, in `settings.tabs`. */
const pageWords: Record<"errors", string> &
  Partial<Record<keyof Messages["shell"]["items"] | `settings.${keyof Messages["settings"]["tabs"]}`, string>> = {
  overview: "overview aperçu vue d’ensemble home dashboard accueil tableau de bord",
  readiness: "ready production prêt readiness go live checklist production mise en service liste",
  keys: "key clé api keys tokens credentials clés jetons",
  calls: "calls appels requests logs api errors requêtes journal erreurs",
  errors: "errors refused rejected failed calls failures erreurs appels refusés échoués échecs",
  events: "events événements webhooks log journal",
  webhooks: "webhooks endpoints callbacks signing secret secret de signature",
  deliveries: "deliveries delivery livraisons replay resend rejouer renvoyer webhook attempts retries failed tentatives échecs relances",
  alerts: "alerts alertes notifications monitoring surveillance",
  activity: "activity activité audit log history journal historique",
  sandbox: "sandbox bac à sable clock test time horloge bac à sable",
  contracts: "contracts contrats policies insured polices assurés",
  renewals: "renewals renouvellements automatic recurring reconduction renew renewed renouveler renouvelé renouvelée",
  claims: "claims sinistres theft breakage damage vol casse dommages bike ski scooter vélo trottinette matériel produit",
  statements: "statements relevés invoices premiums billing factures primes facturation",
  prices: "prices prix tariff rates tarif",
  products: "products produits bikes equipment vélos matériel",
  renters: "rental companies companies shops loueurs magasins",
  partners: "partners partenaires customers accounts clients comptes",
  staff: "users people colleagues invite team utilisateurs collègues inviter équipe",
  audit: "history log changes journal historique modifications",
  security: "sign-ins attempts attacks suspicious connexions tentatives attaques",
  notices: "emails mails sent envoyés courriels",
  approvals: "approve four eyes second person proposals approuver valider propositions",
  payments: "refunds transfers sepa bank iban virements remboursements banque",
  templates: "texts reasons refusal textes motifs refus",
  lookup: "lookup find search trouver rechercher",
  "settings.profile": "name account nom compte",
  "settings.security": "password sessions mot de passe",
  "settings.team": "users people members invite utilisateurs membres inviter",
  "settings.notices": "notices emails mails notifications sent envoyés courriels",
  "settings.apiIntegration": "api key integration clé intégration jeton",
};
