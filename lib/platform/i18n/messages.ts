import { en } from "#lib/platform/i18n/en.ts";
import { fr } from "#lib/platform/i18n/fr.ts";
import type { Language, locales } from "#lib/platform/i18n/locales.ts";

/** The English messages are the type: a missing French one does not compile. */
export type Messages = typeof en;
export type Area = keyof Messages;

export const messages: Record<Language, Messages> = { en, fr };

declare module "next-intl" {
  interface AppConfig {
    Locale: (typeof locales)[Language];
    Messages: Messages;
  }
}
