// Next runs this before React renders anything.
keepTranslatedPagesWorking();

/**
 * Keeps React working on a page that the browser translates (rules: found where people used it, see e2e/portal/translated.test.ts).
 * Translators replace a text by a `<font>` with its translation, and React still holds the text: it fails when it removes the text or
 * inserts beside it, and a change of the text is not seen. So each replaced text is remembered with its `<font>`, which is removed or
 * inserted before in its place, and a changed text comes back, for the translator to translate again.
 */
function keepTranslatedPagesWorking(): void {
  const translations = new WeakMap<Node, Node>();
  const changes = new MutationObserver((records) => {
    for (const { target } of records) showAgain(target);
  });
  const replacements = new MutationObserver(note);

  function note(records: MutationRecord[]): void {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
      if (font === undefined || font === null) continue;
      for (const text of removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE) continue;
        translations.set(text, font);
        changes.observe(text, { characterData: true });
      }
    }
  }
  /** The node that stands in the page for one that React put there. */
  function standInFor(node: Node, parent: Node): Node | undefined {
    if (node.parentNode === parent) return node;
    note(replacements.takeRecords());
    const font = translations.get(node);
    return font?.parentNode === parent ? font : undefined;
  }
  function showAgain(text: Node): void {
    const font = translations.get(text);
    translations.delete(text);
    font?.parentNode?.replaceChild(text, font);
  }

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const standIn = standInFor(child, this);
    // A text that nothing stands for is gone already.
    if (standIn === undefined && child.nodeType === Node.TEXT_NODE) return child;
    removeChild.call(this, standIn ?? child);
    return child;
  };
  Node.prototype.insertBefore = function <Added extends Node>(this: Node, added: Added, next: Node | null): Added {
    const standIn = next === null ? null : standInFor(next, this);
    insertBefore.call(this, added, standIn === undefined && next?.nodeType === Node.TEXT_NODE ? null : (standIn ?? next));
    return added;
  };
  replacements.observe(document.documentElement, { childList: true, subtree: true });
}
