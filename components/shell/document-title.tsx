"use client";

import { useLayoutEffect } from "react";

/**
 * The title of what stands in place of a page. The page's own comes into the document as well, by streaming at whatever moment, and
 * the first of the two would be shown.
 */
export function DocumentTitle({ children: title }: { children: string }) {
  // Its end comes with the change of the document to the next page, whose title is to stay.
  useLayoutEffect(() => {
    const keep = () => {
      if (document.title !== title) document.title = title;
    };
    keep();
    const observer = new MutationObserver(keep);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [title]);
  return <title>{title}</title>;
}
