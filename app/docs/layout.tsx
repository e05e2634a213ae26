import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { currentUser, findOwner, homeOf } from "#app/_session/session.ts";
import { findReadersRenter } from "#app/docs/readers-renter.ts";
import { DocsNavigation } from "#components/docs/docs-navigation.tsx";
import { docsPages } from "#components/docs/docs-pages.ts";
import { TryingProvider } from "#components/docs/trying.tsx";
import type { Trying } from "#components/docs/trying.tsx";
import { MainContent } from "#components/shell/main-content.tsx";
import { Notifications } from "#components/shell/notifications.tsx";
import { pagesOf } from "#components/shell/pages-of.ts";
import { Palette } from "#components/shell/palette.tsx";
import { PublicHeader } from "#components/shell/public-header.tsx";
import { ClientMessages } from "#lib/i18n/client-messages.tsx";
import { languageOf } from "#lib/i18n/locales.ts";
import type { PartnerContext } from "#lib/users/contexts.ts";

/** The frame of the public documentation. */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  const [t, user] = await Promise.all([getTranslations(), currentUser()]);
  const language = languageOf(await getLocale());
  const pages = docsPages(language).map(({ href, label }) => ({ href, title: label }));
  const owner = await findOwner("development");
  return (
    <ClientMessages areas={["shell", "tryIt"]}>
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-foreground px-3 py-2 font-medium text-background focus:translate-y-0"
      >
        {t("shell.skip")}
      </a>
      <div className="mx-auto max-w-[84rem] px-4 py-2.5 sm:px-6 lg:px-9">
        <PublicHeader home={user && homeOf(user)} hasPalette />
      </div>
      <div className="sticky top-0 z-30 border-b bg-background/95 backdrop-blur">
        <DocsNavigation label={t("docs.navigation")} pages={pages} />
      </div>
      <TryingProvider trying={owner === undefined ? null : await readTrying(owner)}>
        <MainContent>{children}</MainContent>
      </TryingProvider>
      <Notifications />
      <Palette
        pages={user === undefined ? [] : pagesOf({ user, ...(user.partner !== null && { environment: "development" }) }, language)}
        lookUp={user === undefined ? "none" : user.partner === null ? "support" : "development"}
      />
    </ClientMessages>
  );
}

/** Reads what "Try it" needs to send an owner's requests. */
async function readTrying(owner: PartnerContext): Promise<Trying> {
  return { worldId: owner.world.id, renter: await findReadersRenter(), clockOffsetMs: owner.now.getTime() - owner.realTime.getTime() };
}
