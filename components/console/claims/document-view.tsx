"use client";

import { RotateCw, ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { CSSProperties, ReactNode } from "react";
import { useShortcuts } from "#components/console/claims/shortcuts.tsx";
import { Button } from "#components/ui/button.tsx";

const zooms = [1, 1.5, 2, 3, 4];

export interface DocumentView {
  /** 1 shows all of a photo, or the width of a page. */
  zoom: number;
  quarterTurns: number;
  zoomIn: (() => void) | undefined;
  zoomOut: (() => void) | undefined;
  turn: () => void;
}

/** How a document is looked at: `+`, `-` and `t` change it. */
export function useDocumentView(): DocumentView {
  const [zoom, setZoom] = useState(1);
  const [quarterTurns, setQuarterTurns] = useState(0);
  const at = zooms.indexOf(zoom);
  const step = (other: number | undefined) => (other === undefined ? undefined : () => setZoom(other));
  const view = {
    zoom,
    quarterTurns,
    zoomIn: step(zooms[at + 1]),
    zoomOut: step(zooms[at - 1]),
    turn: () => setQuarterTurns((turns) => (turns + 1) % 4),
  };
  const zoomIn = () => view.zoomIn?.();
  useShortcuts({ "+": zoomIn, "=": zoomIn, "-": () => view.zoomOut?.(), t: view.turn });
  return view;
}

export function ViewButtons({ view: { zoom, zoomIn, zoomOut, turn } }: { view: DocumentView }) {
  const t = useTranslations("claims.desk.documents");
  return (
    <fieldset aria-label={t("view")} className="flex items-center gap-1">
      <Button
        size="icon-sm"
        variant="ghost"
        aria-label={t("zoomOut")}
        aria-keyshortcuts="-"
        disabled={zoomOut === undefined}
        onClick={zoomOut}
      >
        <ZoomOut aria-hidden />
      </Button>
      <span aria-live="polite" className="w-11 text-center text-sm tabular-nums">
        {t("zoom", { percent: zoom * 100 })}
      </span>
      <Button
        size="icon-sm"
        variant="ghost"
        aria-label={t("zoomIn")}
        aria-keyshortcuts="+"
        disabled={zoomIn === undefined}
        onClick={zoomIn}
      >
        <ZoomIn aria-hidden />
      </Button>
      <Button size="icon-sm" variant="ghost" aria-label={t("turn")} aria-keyshortcuts="t" onClick={turn}>
        <RotateCw aria-hidden />
      </Button>
    </fieldset>
  );
}

/** A window on a photo or a page, which can be larger than it and turned; `children` renders it with the style that fits it in. */
export function Viewport({
  view: { zoom, quarterTurns },
  children,
}: {
  view: DocumentView;
  children: (style: CSSProperties) => ReactNode;
}) {
  const t = useTranslations("claims.desk.documents");
  const isOnItsSide = quarterTurns % 2 === 1;
  return (
    <section
      aria-label={t("viewport")}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is larger than its window is scrolled by the arrow keys
      tabIndex={zoom > 1 ? 0 : undefined}
      className="h-[48rem] max-h-[70dvh] min-h-40 w-full shrink overflow-auto bg-white xl:max-h-none"
    >
      <div className="relative [container-type:size]" style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}>
        {children({
          position: "absolute",
          top: "50%",
          left: "50%",
          maxWidth: "none",
          width: isOnItsSide ? "100cqh" : "100cqw",
          height: isOnItsSide ? "100cqw" : "100cqh",
          transform: `translate(-50%, -50%) rotate(${quarterTurns * 90}deg)`,
        })}
      </div>
    </section>
  );
}
