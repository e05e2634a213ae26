"use client";

import { useEffect, useState } from "react";
import { WrittenHtml, storedHtml } from "#components/docs/written-html.tsx";

/**
 * HTML that the server has written, and that the browser keeps as it is: React would need the same content again, as data. `id` is the key
 * of the HTML, and the element's.
 */
export function StaticHtml({ id }: { id: string }) {
  const [html] = useState(() => (typeof window === "undefined" ? storedHtml.get(id) : document.getElementById(id)?.innerHTML) ?? "");
  useEffect(() => {
    // Without a load of the page, there is no HTML to keep.
    if (html === "") location.reload();
  }, [html]);
  return <WrittenHtml id={id} html={html} />;
}
