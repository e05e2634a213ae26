import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

type Translations = Awaited<ReturnType<typeof getTranslations<never>>>;

/** The metadata of a page with this message as its title: `export const generateMetadata = titled("claims.title")`. */
export function titled(key: Parameters<Translations>[0]): () => Promise<Metadata> {
  return async () => ({ title: (await getTranslations())(key) });
}
