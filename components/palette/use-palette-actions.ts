"use client";

import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { api } from "#components/kit/api/api.ts";
import type { PressedAction } from "#components/kit/code/copy-button.tsx";
import type { LookUp, PaletteEntry, PalettePage } from "#components/palette/palette-groups.ts";
import { leave } from "#components/shell/sign-out.ts";
import { languageNames, themes, useLanguage } from "#components/shell/use-language.ts";
import type { Messages } from "#lib/platform/i18n/messages.ts";

const patienceMs = 15_000;

type Word =
  | "theme"
  | "language"
  | "signOut"
  | "palette.bySupport"
  | `themes.${keyof Messages["shell"]["themes"]}`
  | `palette.do.${keyof Messages["shell"]["palette"]["do"]}`;

/** The viewer's language, and what the actions call that lead to no page. */
interface Deeds {
  language: string;
  setLanguage: (language: string) => void;
  setTheme: (theme: string) => void;
  sendTestEvent: () => void;
}

export function usePaletteActions(lookUp: LookUp, pages: readonly PalettePage[], sendsMail: boolean): PaletteEntry[] {
  const t = useTranslations("shell");
  const { setTheme } = useTheme();
  const [language, setLanguage] = useLanguage();
  const router = useRouter();
  return useMemo(() => {
    const sendTestEvent = () => void openTestEvent(lookUp, (href) => router.push(href));
    return paletteActions(t, { lookUp, pages, sendsMail }, { language, setLanguage, setTheme, sendTestEvent });
  }, [t, setTheme, language, setLanguage, router, lookUp, pages, sendsMail]);
}

/** The actions of the palette: those of the pages that the viewer has, those of their account, theme and language. */
export function paletteActions(
  say: (word: Word) => string,
  { lookUp, pages, sendsMail }: { lookUp: LookUp; pages: readonly PalettePage[]; sendsMail: boolean },
  { language, setLanguage, setTheme, sendTestEvent }: Deeds,
): PaletteEntry[] {
  const other = language === "fr" ? "en" : "fr";
  const open = new Set(pages.map(({ href }) => href));
  return [
    ...actionsOfPages(say, lookUp, sendTestEvent)
      .filter(({ page, needs = page }) => open.has(page) && open.has(needs))
      // Without e-mail only the operator's command invites people.
      .filter(({ press }) => sendsMail || press !== "inviteUser"),
    ...(lookUp === "development" || lookUp === "production" ? [switchEnvironment(say, lookUp)] : []),
    ...themes.map((theme): PaletteEntry => ({
      title: say(`themes.${theme}`),
      hint: say("theme"),
      words: actionWords[theme],
      icon: "action",
      to: () => setTheme(theme),
    })),
    { title: languageNames[other], hint: say("language"), words: actionWords.language, icon: "action", to: () => setLanguage(other) },
    { title: say("signOut"), words: actionWords.signOut, icon: "action", to: () => void leave() },
  ];
}

/** What can be done on a page, which only its readers may do. */
function actionsOfPages(
  say: (word: Word) => string,
  lookUp: LookUp,
  sendTestEvent: () => void,
): (PaletteEntry & { page: string; needs?: string })[] {
  const root = lookUp === "none" ? "" : `/${lookUp}`;
  // Developers see the keys, and only owners the team.
  const ofOwners = { needs: `${root}/settings/team` };
  const action = (
    key: keyof typeof actionWords & keyof Messages["shell"]["palette"]["do"],
    path: string,
    to: Partial<PaletteEntry & { needs: string }> = {},
  ) => ({
    title: say(`palette.do.${key}`),
    words: actionWords[key],
    icon: "action" as const,
    page: root + path,
    to: root + path,
    ...to,
  });
  return [
    action("copyKey", "/settings/api-integration", { press: "copySecret", ...(lookUp === "production" && ofOwners) }),
    action("revealKey", "/settings/api-integration", { press: "revealSecret", ...(lookUp === "production" && ofOwners) }),
    ...(lookUp === "development" ? [action("rotateKey", "/keys", { press: "rotateKey", ...ofOwners })] : []),
    ...(lookUp === "production" ? [action("regenerateProductionKey", "/keys", { hint: say("palette.bySupport"), ...ofOwners })] : []),
    ...(lookUp === "support" ? [action("regeneratePartnerKey", "/keys")] : []),
    action("revokeKey", "/keys", lookUp === "support" ? {} : ofOwners),
    action("newWebhook", "/webhooks", { to: `${root}/webhooks/new` }),
    action("testEvent", "/webhooks", { to: sendTestEvent }),
    action("replay", "/deliveries", { to: `${root}/deliveries`, press: "replayMatching" }),
    action("invite", "/settings/team", { press: "inviteUser" }),
    action("secondFactor", "/settings/security"),
    action("changePassword", "/settings/security", { press: "changePassword" }),
  ];
}

/** Opens the dialog of the only webhook; where there are several, or none, their list. */
async function openTestEvent(lookUp: LookUp, go: (href: string) => void): Promise<void> {
  if (lookUp !== "development" && lookUp !== "production") return;
  // If they cannot be read, their page says why.
  const webhooks = await api.webhooks.list.query({ environment: lookUp }).catch(() => []);
  const [only] = webhooks;
  go(only === undefined || webhooks.length > 1 ? `/${lookUp}/webhooks` : `/${lookUp}/webhooks/${only.id}`);
  pressWhenShown("sendTestEvent");
}

function switchEnvironment(say: (word: Word) => string, lookUp: "development" | "production"): PaletteEntry {
  const other = lookUp === "development" ? "production" : "development";
  const title = say(other === "production" ? "palette.do.toProduction" : "palette.do.toDevelopment");
  return { title, words: actionWords.environment, icon: "action", to: `/${other}` };
}

/**
 * Presses a button of the page that is being opened, once it is there and enabled. Whatever the user does meanwhile ends the wait, since
 * they have gone on to something else.
 */
export function pressWhenShown(action: PressedAction): void {
  const observer = new MutationObserver(() => press());
  const end = new AbortController();
  end.signal.addEventListener("abort", () => observer.disconnect());
  const timer = setTimeout(() => end.abort(), patienceMs);
  end.signal.addEventListener("abort", () => clearTimeout(timer));

  function press() {
    const button = document.querySelector<HTMLButtonElement>(`main [data-action="${action}"]:not(:disabled)`);
    if (button === null || end.signal.aborted) return;
    end.abort();
    button.focus();
    button.click();
  }
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => end.abort(), { signal: end.signal, capture: true });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  press();
}

/**
 * Other words by which people look for an action, in both languages: whoever reads English may think "clé". Each typed word has to begin
 * one of them, or a word of the title.
 */
const actionWords = {
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
