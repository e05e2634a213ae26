import type { Messages } from "#lib/platform/i18n/messages.ts";

/**
 * Other words by which people look for an action, in both languages: whoever reads English may think "clé". Each typed word has to begin
 * one of them, or a word of the title.
 */
export const actionWords = {
  copyKey: "copy api key token secret credentials copier clé jeton",
  revealKey: "show see reveal api key token secret afficher voir révéler clé jeton",
  rotateKey:
    "rotate roll renew regenerate replace change new api key token renouveler remplacer régénérer changer nouvelle nouveau clé jeton",
  regenerateProductionKey:
    "rotate roll renew regenerate replace change new production api key token renouveler remplacer régénérer changer nouvelle nouveau clé jeton",
  regeneratePartnerKey:
    "rotate roll renew regenerate replace change new api key token renouveler remplacer régénérer changer nouvelle nouveau clé jeton partenaire",
  revokeKey:
    "revoke disable deactivate leaked lost stolen compromised api key token secret révoquer désactiver clé jeton perdue volée compromise",
  testEvent: "send test event webhook ping sample try envoyer événement essai tester",
  replay: "replay resend retry send again failed deliveries rejouer renvoyer relancer livraisons échecs",
  invite: "invite add new colleague coworker teammate user member people team inviter ajouter nouveau collègue utilisateur membre équipe",
  secondFactor:
    "2fa mfa totp otp two-factor authenticator second factor passkey security deux facteurs double authentification clé sécurité",
  changePassword: "change reset forgot new password passphrase changer modifier réinitialiser nouveau mot de passe oublié",
  signOut: "sign out log out logout off quit leave déconnexion déconnecter quitter sortir",
  environment: "switch environment live test sandbox changer environnement",
  light: "light mode appearance colours day clair apparence couleurs jour",
  dark: "dark mode appearance colours night sombre apparence couleurs nuit",
  system: "system mode appearance colours automatic système apparence couleurs automatique",
  language: "language translate english french anglais français langue traduire",
  newWebhook: "create add endpoint callback url créer ajouter",
} as const;

/** The same for pages, by their key in `shell.items` or, with `settings.`, in `settings.tabs`. */
export const pageWords: Record<"errors", string> &
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
