"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState, useSyncExternalStore } from "react";
import { loadedPart } from "#components/kit/form/on-demand.tsx";
import type { LookUp, PalettePage } from "#components/palette/palette-groups.ts";
import { cn } from "#components/ui/class-names.ts";

const opening = "covergate:palette";
const modal = ["dialog", "alert-dialog", "sheet"].map((kind) => `[data-slot=${kind}-content][data-state=open]`).join();
const PaletteDialog = loadedPart(() => import("#components/palette/palette-dialog.tsx").then((module) => module.PaletteDialog));

/** The command palette: ⌘K or Ctrl K opens it anywhere, and so does a PaletteButton. It is loaded when it is first wanted. */
export function Palette({ pages, lookUp, sendsMail }: { pages: readonly PalettePage[]; lookUp: LookUp; sendsMail: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    const open = () => {
      setIsWanted(true);
      setIsOpen(true);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      // A modal dialog waits for an answer, and the palette would be behind it or take the focus from it.
      if (document.querySelector(modal) === null) open();
    };
    document.addEventListener("keydown", onKey);
    window.addEventListener(opening, open);
    return () => {
      document.removeEventListener("keydown", onKey);
      window.removeEventListener(opening, open);
    };
  }, []);
  return isWanted ? (
    <PaletteDialog
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      pages={pages}
      lookUp={lookUp}
      sendsMail={sendsMail}
      onLost={() => setIsWanted(false)}
    />
  ) : null;
}

const never = () => () => undefined;

/** The keys as they are written on the platform's own keyboards. */
function readShortcut(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K";
}

/** Opens the palette for those who do not know its keys. */
export function PaletteButton({ isSmall = false }: { isSmall?: boolean }) {
  const t = useTranslations("shell.palette");
  const shortcut = useSyncExternalStore(never, readShortcut, () => "Ctrl K");
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={isSmall ? t("open") : undefined}
      onClick={() => window.dispatchEvent(new Event(opening))}
      className={cn(
        "flex items-center gap-2 rounded-md text-muted-foreground hover:text-foreground",
        isSmall ? "size-8 justify-center hover:bg-accent" : "border bg-card px-2.5 py-1.5 text-sm hover:border-input",
      )}
    >
      <Search aria-hidden className="size-4 shrink-0" />
      {isSmall ? null : (
        <>
          <span className="min-w-0 grow truncate text-left">{t("open")}</span>
          <kbd aria-hidden className="rounded-sm border bg-muted px-1 font-sans text-xs">
            {shortcut}
          </kbd>
        </>
      )}
    </button>
  );
}
