import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { Area } from "#lib/platform/i18n/messages.ts";

/** Sends client components only the messages of these areas, `common` and `refusals`. */
export async function ClientMessages({ areas, children }: { areas?: readonly Area[]; children: ReactNode }) {
  const all = await getMessages();
  const wanted = Object.fromEntries((["common", "refusals", ...(areas ?? [])] as const).map((area) => [area, all[area]]));
  return <NextIntlClientProvider messages={wanted}>{children}</NextIntlClientProvider>;
}
