import { useFormatter, useTranslations } from "next-intl";
import { hostToAllow } from "#lib/delivery/webhooks/rules/callback-url.ts";

/** The addresses of a page that is open on the machine of its installation, whose settings its reader can change. */
const ownMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Translates an error in the settings of a webhook, found by the form or the server: both name it (lib/delivery/webhooks/schema.ts).
 * For a private `url` it names the setting that allows its host, on the machine of the installation.
 */
export function useSettingsError(): (error: string | undefined, url?: string) => string | undefined {
  const t = useTranslations("webhooks");
  return (error, url) => {
    if (error === undefined || !t.has(`settingsFaults.${error}` as "settingsFaults.noEvents")) return error;
    const sentence = t(`settingsFaults.${error}` as "settingsFaults.noEvents");
    const host = url !== undefined && ownMachine.test(location.hostname) ? hostToAllow(url.trim()) : undefined;
    return host === undefined ? sentence : `${sentence} ${t("form.allowHost", { setting: `WEBHOOK_ALLOWED_HOSTS=${host}` })}`;
  };
}

/** Which URLs an installation with these `allowedHosts` accepts. */
export function useUrlHint(allowedHosts: readonly string[]): string {
  const t = useTranslations("webhooks.form");
  const format = useFormatter();
  return allowedHosts.length === 0 ? t("urlHint") : t("urlHintAllowed", { hosts: format.list(allowedHosts, { type: "disjunction" }) });
}
