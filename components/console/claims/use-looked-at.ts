import { useRef, useState } from "react";
import type { RefObject } from "react";

export interface LookedAt {
  /** Around the open document. */
  viewer: RefObject<HTMLElement | null>;
  /** The document that has been loaded, or downloaded where the browser cannot show it. */
  loadedId: string | null;
  setLoadedId: (id: string) => void;
  /** Whether a document can be decided on: it has been loaded and all of it is in view. Brings it into view where it is not. */
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

/** All of it, but for what is higher than the window: that fills the window then. What is stuck to the top covers the page's scroll padding. */
function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  const visible = Math.min(bottom, innerHeight) - Math.max(top, covered);
  return visible >= Math.min(bottom - top, innerHeight - covered) - 1;
}
