import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Logo } from "#components/brand/logo.tsx";
import { PaletteButton } from "#components/palette/palette.tsx";
import { Preferences } from "#components/shell/preferences.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Link } from "#components/ui/link.tsx";

/** The header of the public pages. `entry` leads to the portal. */
export async function PublicHeader({ entry, hasPalette = false }: { entry: ReactNode; hasPalette?: boolean }) {
  const t = await getTranslations("shell");
  return (
    <header className="flex flex-wrap items-center gap-1 sm:gap-2">
      <Link href="/" aria-label={t("home")} className="mr-auto -ml-1 flex rounded-md p-1">
        <Logo />
      </Link>
      <LinkButton variant="ghost" className="hidden sm:inline-flex" href="/docs">
        {t("docs")}
      </LinkButton>
      {hasPalette ? <PaletteButton isSmall /> : null}
      <Preferences />
      {entry}
    </header>
  );
}
