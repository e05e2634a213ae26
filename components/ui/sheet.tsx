"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as DialogPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "#components/ui/class-names.ts";
import { overlayClasses } from "#components/ui/dialog.tsx";

export const Sheet = DialogPrimitive.Root;

export const SheetTrigger = DialogPrimitive.Trigger;

export const SheetTitle = DialogPrimitive.Title;

export const SheetDescription = DialogPrimitive.Description;

export const sides = {
  left: "inset-y-0 left-0 w-72 max-w-[85vw] border-r data-[state=open]:slide-in-from-left",
  right: "inset-y-0 right-0 w-xl max-w-full border-l data-[state=open]:slide-in-from-right sm:max-w-[90vw]",
};

export function SheetContent({
  className,
  children,
  side = "right",
  ...props
}: ComponentProps<typeof DialogPrimitive.Content> & { side?: keyof typeof sides }) {
  const t = useTranslations("common");
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className={overlayClasses} />
      <DialogPrimitive.Content
        data-slot="sheet-content"
        className={cn(
          "fixed z-50 flex flex-col overflow-y-auto bg-popover text-popover-foreground shadow-lg data-[state=open]:animate-in data-[state=open]:duration-200",
          sides[side],
          className,
        )}
        {...props}
      >
        {children}
        <DialogPrimitive.Close className="absolute top-3 right-3 grid size-9 place-content-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground">
          <X aria-hidden className="size-4" />
          <span className="sr-only">{t("close")}</span>
        </DialogPrimitive.Close>
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}
