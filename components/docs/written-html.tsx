/**
 * HTML of the reference. The server writes it from the OpenAPI document of this repository and escapes every text (hono/html); nothing that
 * a partner sent is in it.
 */
export function WrittenHtml({ html, id }: { html: string; id?: string }) {
  return <div id={id} className="reference" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}

const place = Symbol.for("covergate.html");

/** The HTML of StaticHtml by its key. Next gives its two renderings modules of their own, so that it lies beside them. */
export const storedHtml = ((globalThis as { [place]?: Map<string, string> })[place] ??= new Map<string, string>());
