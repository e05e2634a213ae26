import { getRequestConfig } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { chooseLanguage, chooseTimeZone, languageCookie, locales, timeZoneCookie } from "#lib/i18n/locales.ts";
import { messages } from "#lib/i18n/messages.ts";
import { currentTime } from "#lib/time/clock.ts";

export default getRequestConfig(async () => {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  const language = chooseLanguage(jar.get(languageCookie)?.value, sent.get("accept-language"));
  return {
    locale: locales[language],
    messages: messages[language],
    timeZone: chooseTimeZone(jar.get(timeZoneCookie)?.value),
    now: currentTime(),
  };
});
