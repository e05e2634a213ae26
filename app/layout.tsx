import "#app/globals.css";
import type { Metadata, Viewport } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { mono, sans, sansExtended } from "#components/brand/fonts.ts";
import { OtherViewerNotice } from "#components/shell/other-viewer-notice.tsx";
import { ThemeProvider } from "#components/shell/theme-provider.tsx";
import { TimeZoneKeeper } from "#components/shell/time-zone-keeper.tsx";
import { env } from "#lib/platform/env.ts";
import { ClientMessages } from "#lib/platform/i18n/client-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("common");
  const description = t("description");
  return {
    title: { default: "Covergate", template: "%s · Covergate" },
    description,
    // Link previews need absolute addresses of pictures.
    metadataBase: new URL(env.BASE_URL ?? `http://localhost:${env.PORT}`),
    manifest: "/manifest.webmanifest",
    icons: {
      icon: [
        { url: "/favicon.ico", sizes: "32x32" },
        { url: "/icon.svg", type: "image/svg+xml" },
      ],
      apple: "/apple-touch-icon.png",
    },
    openGraph: {
      type: "website",
      siteName: "Covergate",
      description,
      images: { url: "/social.png", width: 1200, height: 630, alt: "Covergate" },
    },
    twitter: { card: "summary_large_image" },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f7f9fa" },
    { media: "(prefers-color-scheme: dark)", color: "#0c1215" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, headerList] = await Promise.all([getLocale(), headers()]);
  return (
    <html lang={locale} className={`${sans.variable} ${sansExtended.variable} ${mono.variable}`} suppressHydrationWarning>
      <body>
        <ThemeProvider nonce={headerList.get("x-nonce") ?? ""}>
          <ClientMessages>
            <TimeZoneKeeper />
            <OtherViewerNotice />
            {children}
          </ClientMessages>
        </ThemeProvider>
      </body>
    </html>
  );
}
