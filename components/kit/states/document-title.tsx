"use client";

import { useLayoutEffect } from "react";

/**
 * The title of an error page. The page's own title may stream into the document at any time, and browsers show the first one, so this one
 * is put first.
 */
export function DocumentTitle({ children: title }: { children: string }) {
  // It is removed with the change to the next page, whose title must stay.
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
