/** What a page shows, and what can be used next. */
export interface Look {
  /** Why the page does not work any more: it has no main part, or an error page in it. */
  crash: string | undefined;
  /** False after the document was replaced by another. */
  isTranslated: boolean;
  staleTexts: string[];
  /** A menu or a dialog is open. */
  isOpen: boolean;
  /** The page marks it by `data-next-control`. */
  next: Control | undefined;
}

export interface Control {
  /** The same for controls that are alike. */
  key: string;
  name: string;
  /** What it takes: the type of an input, or "select". Others are pressed. */
  takes: string | undefined;
  /** It says that it opens a menu or a dialog. */
  opens: boolean;
  /** A cell of a list's row, which shows the row beside the list or leads to its page. */
  isRow: boolean;
}

/**
 * Runs in the page: finds a control whose key is not in `used`. What is open hides the rest; in it, only fields are used, since its buttons
 * do what the dialog asks about. `opener` is the control that has opened it.
 */
export function lookAround({ used, opener }: { used: string[]; opener: string }): Look {
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 2 &&
    element.closest("[inert], [aria-hidden=true], [data-sonner-toaster]") === null;
  const crashTitle = /something went wrong on our side|une erreur est survenue de notre côté/i;
  const main = document.querySelector("main");
  const overlay = [...document.querySelectorAll("[data-state=open]:is([role=dialog], [role=alertdialog], [role=menu])")].findLast(isShown);
  const within = overlay ?? document.body;
  const fields = "input, select, textarea, [role=checkbox], [role=radio], [role=switch], [role=tab], [role=option]";
  const controls = [...within.querySelectorAll(overlay === undefined ? `${fields}, button, summary` : fields)];
  // A click on a cell of a row shows the row beside the list. Rows come first, since filters may hide them.
  const cells = [...within.querySelectorAll("tr:has([data-row-link]) td:not(:has(a, button, input))")];
  const isInTable = (element: Element) => element.closest("table") !== null;
  const ordered = [...cells, ...controls.filter(isInTable), ...controls.filter((element) => !isInTable(element))];

  function nameOf(element: Element): string {
    const labels = (element as Partial<HTMLInputElement>).labels ?? [];
    const names = [
      element.getAttribute("aria-label"),
      document.getElementById(element.getAttribute("aria-labelledby") ?? "")?.textContent,
      ...Array.from(labels, ({ textContent }) => textContent),
      (element as HTMLElement).innerText,
      element.getAttribute("placeholder"),
    ];
    const name = names.find((text) => typeof text === "string" && text.trim() !== "") ?? "";
    // Numbers and types of events vary.
    return name
      .trim()
      .toLowerCase()
      .replaceAll(/\s+/g, " ")
      .replaceAll(/v2\.[\w.]+|\d+/g, "#");
  }
  function takenBy(element: Element): string | undefined {
    if (element instanceof HTMLSelectElement) return "select";
    if (element instanceof HTMLTextAreaElement) return "text";
    return element instanceof HTMLInputElement && !["checkbox", "radio"].includes(element.type) ? element.type : undefined;
  }
  function describe(element: Element) {
    const place = main?.contains(element) === true ? "" : "around the page";
    const root = overlay === undefined ? place : opener;
    const list = element.closest("table, ul, ol, dl, fieldset, [role=group], [role=listbox]")?.className;
    const kind = [root, element.tagName, element.getAttribute("role"), element.getAttribute("type"), list].join(" | ");
    const name = nameOf(element);
    const [first = "", second = ""] = name.split(" ");
    return { element, list, kind, name, first, pattern: name.includes("#") ? `${first} ${second}` : name };
  }
  const described = ordered.filter(isShown).map(describe);
  /** How many controls have this look and first word. */
  const counts = Map.groupBy(described, ({ element, kind, first }) => [kind, element.className, first].join(" | "));
  function keyOf({ element, list, kind, first, pattern }: ReturnType<typeof describe>): string {
    const isEachOne = element.matches("[type=radio], [role=radio], [role=tab]");
    if (list !== undefined && element.matches("td, [role=option], [role=checkbox], [type=checkbox]")) return kind;
    const alike = counts.get([kind, element.className, first].join(" | ")) ?? [];
    return `${kind} | ${!isEachOne && (list !== undefined || alike.length > 3) ? first : pattern}`;
  }
  document.querySelector("[data-next-control]")?.removeAttribute("data-next-control");
  const next = described
    .filter(({ element }) => !element.matches(":disabled, [aria-disabled=true], [readonly]"))
    .map((control) => ({ ...control, key: keyOf(control) }))
    .find(({ key }) => !used.includes(key));
  next?.element.setAttribute("data-next-control", "");
  const alerts = Array.from(main?.querySelectorAll("[role=alert]") ?? [], ({ textContent }) => textContent);
  return {
    crash: main === null ? "no main part" : alerts.find((text) => crashTitle.test(text)),
    isTranslated: window.findStaleTexts !== undefined,
    staleTexts: window.findStaleTexts?.() ?? [],
    isOpen: overlay !== undefined,
    next: next && {
      key: next.key,
      name: next.name,
      takes: takenBy(next.element),
      opens: next.element.hasAttribute("aria-haspopup"),
      isRow: next.element.matches("td"),
    },
  };
}
