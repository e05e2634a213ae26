import { getRequestConfig } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { chooseLanguage, chooseTimeZone, languageCookie, locales, timeZoneCookie } from "#lib/platform/i18n/locales.ts";
import { messages } from "#lib/platform/i18n/messages.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

export default getRequestConfig(async () => {
  const [jar, headerList] = await Promise.all([cookies(), headers()]);
  const language = chooseLanguage(jar.get(languageCookie)?.value, headerList.get("accept-language"));
  return {
    locale: locales[language],
    messages: messages[language],
    timeZone: chooseTimeZone(jar.get(timeZoneCookie)?.value),
    now: currentTime(),
  };
});
