"use client";

import { Menu } from "lucide-react";
import { useTranslations } from "next-intl";
import { Mark } from "#components/brand/logo.tsx";
import { onDemand } from "#components/kit/form/on-demand.tsx";
import { PaletteButton } from "#components/palette/palette.tsx";
import { rootOf } from "#components/shell/viewer.tsx";
import type { Viewer } from "#components/shell/viewer.tsx";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";

const MobileMenu = onDemand(() => import("#components/shell/mobile-menu.tsx").then((module) => module.MobileMenu), "dialog");

/** The phone's top bar with the menu button. */
export function MobileBar({ viewer }: { viewer: Viewer }) {
  const t = useTranslations("shell");
  return (
    <header className="sticky top-(--band) z-30 flex items-center gap-2 border-b bg-background/95 px-3 py-2 backdrop-blur lg:hidden print:hidden">
      <MobileMenu
        viewer={viewer}
        trigger={
          <Button variant="ghost" size="icon">
            <Menu aria-hidden className="size-5" />
            <span className="sr-only">{t("menu")}</span>
          </Button>
        }
      />
      <Link href={rootOf(viewer)} aria-label={t("home")} className="rounded-md text-primary">
        <Mark />
      </Link>
      <span className="min-w-0 grow truncate font-medium">{viewer.user.partner?.name ?? t("groups.console")}</span>
      <PaletteButton isSmall />
    </header>
  );
}
