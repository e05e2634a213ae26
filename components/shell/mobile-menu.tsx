"use client";

import { useTranslations } from "next-intl";
import { usePathname } from "next/navigation";
import { useState } from "react";
import type { MouseEvent, ReactNode } from "react";
import { Sidebar } from "#components/shell/sidebar.tsx";
import type { Viewer } from "#components/shell/viewer.ts";
import { Sheet, SheetContent, SheetDescription, SheetTitle, SheetTrigger } from "#components/ui/sheet.tsx";

/** The side bar as a panel. It closes after a navigation, and with every link, even one to the current page. */
export function MobileMenu({ viewer, trigger }: { viewer: Viewer; trigger: ReactNode }) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const [openOn, setOpenOn] = useState<string | undefined>(pathname);
  const closeAtLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest("a") !== null) setOpenOn(undefined);
  };
  return (
    <Sheet open={openOn === pathname} onOpenChange={(open) => setOpenOn(open ? pathname : undefined)}>
      <SheetTrigger asChild>{trigger}</SheetTrigger>
      <SheetContent side="left" data-environment={viewer.environment} onClick={closeAtLink}>
        <SheetTitle className="sr-only">{t("menu")}</SheetTitle>
        <SheetDescription className="sr-only">{t("navigation")}</SheetDescription>
        <Sidebar viewer={viewer} />
      </SheetContent>
    </Sheet>
  );
}
