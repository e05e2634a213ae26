"use client";

import { useEffect } from "react";

/**
 * The title of what stands in place of a page. The page's own is in the document as well, and which of the two comes first, and
 * is shown, depends on what was ready first.
 */
export function DocumentTitle({ children: title }: { children: string }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <title>{title}</title>;
}
