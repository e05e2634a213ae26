const place = Symbol.for("covergate.html");

/** The HTML of StaticHtml by its key. Next gives its two renderings modules of their own, so that it lies beside them. */
export const storedHtml = ((globalThis as { [place]?: Map<string, string> })[place] ??= new Map<string, string>());
