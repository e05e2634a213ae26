import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { DocsNavigation } from "#components/docs/docs-navigation.tsx";
import { docsPages } from "#components/docs/guides/guides.ts";
import { ReaderProvider, ReadersEntry, ReadersPalette } from "#components/docs/reader.tsx";
import { MainContent } from "#components/shell/main-content.tsx";
import { Notifications } from "#components/shell/notifications.tsx";
import { PublicHeader } from "#components/shell/public-header.tsx";
import { ClientMessages } from "#lib/platform/i18n/client-messages.tsx";
import { languageOf } from "#lib/platform/i18n/locales.ts";

/** The frame of the public documentation. It knows nothing of the reader, since everybody gets the same page. */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations();
  const pages = docsPages(languageOf(await getLocale())).map(({ href, label }) => ({ href, title: label }));
  return (
    <ClientMessages areas={["shell", "tryIt"]}>
      <ReaderProvider>
        <a
          href="#content"
          className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-foreground px-3 py-2 font-medium text-background focus:translate-y-0"
        >
          {t("shell.skip")}
        </a>
        <div className="mx-auto max-w-[84rem] px-4 py-2.5 sm:px-6 lg:px-9">
          <PublicHeader entry={<ReadersEntry />} hasPalette />
        </div>
        <div data-docs-menu className="sticky top-0 z-30 border-b bg-background/95 backdrop-blur">
          <DocsNavigation label={t("docs.navigation")} pages={pages} />
        </div>
        <MainContent>{children}</MainContent>
        <Notifications />
        <ReadersPalette />
      </ReaderProvider>
    </ClientMessages>
  );
}
