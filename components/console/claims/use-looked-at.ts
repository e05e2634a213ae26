import { useRef, useState } from "react";
import type { RefObject } from "react";

export interface LookedAt {
  /** Around the open document. */
  viewer: RefObject<HTMLElement | null>;
  /** The document that has been loaded, or downloaded where the browser cannot show it. */
  loadedId: string | null;
  setLoadedId: (id: string) => void;
  /** True if a document is loaded and completely in view; otherwise scrolls it into view. */
  canDecide: (id: string) => boolean;
  /** True after a decision was not taken as the document was out of view. */
  wasOutOfView: boolean;
}

/** Knows whether the open document has been looked at. */
export function useLookedAt(): LookedAt {
  const viewer = useRef<HTMLElement>(null);
  const [loadedId, setLoadedId] = useState<string | null>(null);
  const [outOfViewId, setOutOfViewId] = useState<string | null>(null);
  return {
    viewer,
    loadedId,
    setLoadedId: (id) => {
      setLoadedId(id);
      setOutOfViewId(null);
    },
    canDecide: (id) => {
      if (loadedId !== id || viewer.current === null) return false;
      const isLookedAt = isInView(viewer.current);
      setOutOfViewId(isLookedAt ? null : id);
      if (!isLookedAt) bringIntoView(viewer.current);
      return isLookedAt;
    },
    wasOutOfView: outOfViewId !== null && outOfViewId === loadedId,
  };
}

export function bringIntoView(viewer: HTMLElement | null): void {
  viewer?.scrollIntoView({ block: "nearest" });
}

/** True if the element is completely visible, or fills the window. Sticky parts at the top cover the page's scroll padding. */
function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  const visible = Math.min(bottom, innerHeight) - Math.max(top, covered);
  return visible >= Math.min(bottom - top, innerHeight - covered) - 1;
}
