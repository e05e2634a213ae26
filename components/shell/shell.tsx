import { getLocale, getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { IdentityConfirmation } from "#components/auth/identity-confirmation.tsx";
import { RememberChart } from "#components/kit/explorer/chart-choice.tsx";
import { Palette } from "#components/palette/palette.tsx";
import { chartCookie } from "#components/shell/cookies.ts";
import { EnvironmentBand } from "#components/shell/environment.tsx";
import { ViewerRoleProvider } from "#components/shell/insurance-link.tsx";
import { MainContent } from "#components/shell/main-content.tsx";
import { MobileBar } from "#components/shell/mobile-bar.tsx";
import { Notifications } from "#components/shell/notifications.tsx";
import { pagesOf } from "#components/shell/pages-of.ts";
import { QueryProvider } from "#components/shell/query-provider.tsx";
import { Sidebar } from "#components/shell/sidebar.tsx";
import { RenderedFor } from "#components/shell/viewer.tsx";
import type { Viewer } from "#components/shell/viewer.tsx";
import { cn } from "#components/ui/class-names.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import { nameViewer } from "#lib/account/users/viewer.ts";
import { ClientMessages } from "#lib/platform/i18n/client-messages.tsx";
import { languageOf } from "#lib/platform/i18n/locales.ts";
import { sendsMail } from "#lib/platform/mail/mail.ts";

/** The frame of every page for signed-in users: environment, navigation and user menu. */
export async function Shell({
  viewer,
  bar,
  children,
}: {
  viewer: Viewer;
  /** Shown below the environment band. */
  bar?: ReactNode;
  children: ReactNode;
}) {
  const t = await getTranslations("shell");
  const { environment } = viewer;
  const isChartOpen = (await cookies()).get(chartCookie)?.value === "open";
  return (
    <ClientMessages areas={bar === undefined ? ["shell", "identity"] : ["shell", "identity", "sandbox"]}>
      <RenderedFor viewer={nameViewer(viewer.user)} />
      <ViewerRoleProvider value={viewer.user.role}>
        <QueryProvider>
          <div
            data-environment={environment}
            className={cn("min-h-dvh", environment ? "[--band:1.75rem] has-data-clock-bar:[--band:4.5rem]" : "[--band:0rem]")}
          >
            <a
              href="#content"
              className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-foreground px-3 py-2 font-medium text-background focus:translate-y-0 print:hidden"
            >
              {t("skip")}
            </a>
            {environment === undefined ? null : <EnvironmentBand environment={environment} />}
            <div className="contents print:hidden">{bar}</div>
            <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
              <aside
                aria-label={t("menu")}
                className="sticky top-(--band) hidden h-[calc(100dvh-var(--band))] border-r bg-sidebar lg:block print:hidden"
              >
                <Sidebar viewer={viewer} />
              </aside>
              <div className="min-w-0">
                <MobileBar viewer={viewer} />
                <MainContent>
                  <RememberChart wasOpen={isChartOpen}>{children}</RememberChart>
                </MainContent>
              </div>
            </div>
          </div>
          <div className="contents print:hidden">
            <Notifications />
          </div>
          <Palette
            pages={pagesOf(viewer, languageOf(await getLocale()))}
            lookUp={environment ?? (isAmong("staff", viewer.user.role) ? "support" : "none")}
            sendsMail={sendsMail()}
          />
          <IdentityConfirmation />
        </QueryProvider>
      </ViewerRoleProvider>
    </ClientMessages>
  );
}
