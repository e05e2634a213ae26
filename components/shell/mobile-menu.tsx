"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePathname } from "next/navigation";
import { Dialog } from "radix-ui";
import { useState } from "react";
import type { MouseEvent, ReactNode } from "react";
import { Sidebar } from "#components/shell/sidebar.tsx";
import type { Viewer } from "#components/shell/viewer.tsx";
import { overlayClasses } from "#components/ui/dialog.tsx";

/** The side bar as a panel. It closes after a navigation, and with every link, even one to the current page. */
export function MobileMenu({ viewer, trigger }: { viewer: Viewer; trigger: ReactNode }) {
  const t = useTranslations("shell");
  const common = useTranslations("common");
  const pathname = usePathname();
  const [openOn, setOpenOn] = useState<string | undefined>(pathname);
  const closeAtLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest("a") !== null) setOpenOn(undefined);
  };
  return (
    <Dialog.Root open={openOn === pathname} onOpenChange={(open) => setOpenOn(open ? pathname : undefined)}>
      <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClasses} />
        <Dialog.Content
          data-slot="sheet-content"
          data-environment={viewer.environment}
          onClick={closeAtLink}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col overflow-y-auto border-r bg-popover text-popover-foreground shadow-lg data-[state=open]:animate-in data-[state=open]:duration-200 data-[state=open]:slide-in-from-left"
        >
          <Dialog.Title className="sr-only">{t("menu")}</Dialog.Title>
          <Dialog.Description className="sr-only">{t("navigation")}</Dialog.Description>
          <Sidebar viewer={viewer} />
          <Dialog.Close className="absolute top-3 right-3 grid size-9 place-content-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground">
            <X aria-hidden className="size-4" />
            <span className="sr-only">{common("close")}</span>
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
