import "#app/globals.css";
import type { Metadata, Viewport } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { ThemeProvider } from "next-themes";
import localFont from "next/font/local";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { OtherViewerNotice } from "#components/shell/other-viewer-notice.tsx";
import { TimeZoneKeeper } from "#components/shell/time-zone-keeper.tsx";
import { env } from "#lib/platform/env.ts";
import { ClientMessages } from "#lib/platform/i18n/client-messages.tsx";

/** Geist with western European letters, half of its weight; every page starts with it. */
const sans = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
});

/** Its other European letters, loaded when a name or place on the page has one. */
const sansExtended = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2",
  variable: "--font-geist-sans-extended",
  weight: "100 900",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

/** The font of identifiers, addresses and bodies, which are nearly always ASCII. */
const mono = localFont({
  src: "../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  adjustFontFallback: false,
});

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
        {/* An inline script with the page's nonce chooses the theme before the first paint. */}
        <ThemeProvider attribute="class" storageKey="covergate-theme" nonce={headerList.get("x-nonce") ?? ""}>
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
