import { BookOpen, CircleAlert, Layers, ReceiptText, Webhook } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { currentUser, homeOf } from "#app/_session/session.ts";
import { Example } from "#components/landing/example.tsx";
import { EntryButton } from "#components/shell/page-header.tsx";
import { PublicHeader } from "#components/shell/public-header.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import { ClientMessages } from "#lib/platform/i18n/client-messages.tsx";

const points = [
  { key: "preview", icon: ReceiptText, count: 0 },
  { key: "events", icon: Webhook, count: eventTypes.length },
  { key: "worlds", icon: Layers, count: 0 },
  { key: "errors", icon: CircleAlert, count: Object.keys(errorCatalogue).length },
] as const;

export default async function LandingPage() {
  const [t, user] = await Promise.all([getTranslations("landing"), currentUser()]);
  const home = user && homeOf(user);
  return (
    <ClientMessages areas={["shell"]}>
      <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-5 py-5 sm:px-8">
        <PublicHeader entry={<EntryButton home={home} />} />
        <main id="content" className="flex-1">
          <section className="grid items-center gap-12 py-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:gap-16 lg:py-24">
            <div>
              <h1 className="text-3xl font-semibold tracking-[-0.03em] sm:text-4xl">{t("title")}</h1>
              <p className="mt-5 max-w-lg text-lg text-muted-foreground">{t("lead")}</p>
              <div className="mt-8 flex flex-wrap gap-3">
                <LinkButton size="lg" href={home ?? "/sign-in"}>
                  {t(home === undefined ? "signIn" : "open")}
                </LinkButton>
                <LinkButton size="lg" variant="outline" href="/docs" icon={BookOpen}>
                  {t("docs")}
                </LinkButton>
              </div>
            </div>
            <Example />
          </section>
          <section className="grid gap-x-10 gap-y-8 border-t py-12 sm:grid-cols-2 lg:grid-cols-4">
            {points.map(({ key, icon: Icon, count }) => (
              <div key={key}>
                <Icon aria-hidden className="size-5 text-primary" />
                <h2 className="mt-3 text-lg font-semibold tracking-tight">{t(`points.${key}.title`)}</h2>
                <p className="mt-1 text-muted-foreground">{t(`points.${key}.text`, { count })}</p>
              </div>
            ))}
          </section>
        </main>
        <footer className="border-t py-6 text-sm text-muted-foreground">{t("footer")}</footer>
      </div>
    </ClientMessages>
  );
}
