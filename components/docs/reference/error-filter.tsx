"use client";

import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ErrorGroup } from "#components/docs/reference/error-groups.ts";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { Input } from "#components/ui/input.tsx";
import { Label } from "#components/ui/label.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";

const names = ["search", "side"] as const;

/** Hides entries that do not match a search. The browser searches, since the page is the same for all; the address keeps the search. */
export function ErrorFilter({ groups, total }: { groups: readonly ErrorGroup[]; total: number }) {
  const t = useTranslations("docs.errors");
  const form = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState(total);

  const show = useCallback(() => {
    if (form.current) setCount(showErrors(groups, readFields(form.current)));
  }, [groups]);

  useEffect(() => {
    const parameters = new URLSearchParams(location.search);
    for (const name of names) {
      const field = form.current ? fieldOf(form.current, name) : undefined;
      if (field) field.value ||= parameters.get(name) ?? "";
    }
    show();
  }, [show]);

  function change() {
    show();
    if (form.current) keepInAddress(readFields(form.current));
  }

  return (
    <div className="grid gap-4">
      <search className="noscript:hidden">
        <form ref={form} className="flex flex-wrap items-end gap-3" onChange={change} onSubmit={(event) => event.preventDefault()}>
          <div className="grid min-w-[min(15rem,100%)] flex-1 gap-1.5">
            <Label htmlFor="search">{t("search")}</Label>
            <Input id="search" name="search" type="search" placeholder={t("searchPlaceholder")} maxLength={200} />
          </div>
          <div className="grid w-full gap-1.5 sm:w-56">
            <Label htmlFor="side">{t("side")}</Label>
            <NativeSelect id="side" name="side">
              <option value="">{t("everySide")}</option>
              {groups.map((name) => (
                <option key={name} value={name}>
                  {t(`groups.${name}`)}
                </option>
              ))}
            </NativeSelect>
          </div>
        </form>
      </search>
      <output className="text-muted-foreground">{t("found", { count })}</output>
      {count === 0 ? (
        <EmptyState icon={SearchX} title={t("nothing")}>
          {t("nothingHint")}
        </EmptyState>
      ) : null}
    </div>
  );
}

interface ErrorQuery {
  search: string;
  side: string;
}

function readFields(form: HTMLFormElement): ErrorQuery {
  return { search: fieldOf(form, "search")?.value ?? "", side: fieldOf(form, "side")?.value ?? "" };
}

function fieldOf(form: HTMLFormElement, name: keyof ErrorQuery): HTMLInputElement | HTMLSelectElement | undefined {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field : undefined;
}

/** Shows the errors that are asked for, with their groups and the links to these, and counts them. */
function showErrors(groups: readonly ErrorGroup[], { search, side }: ErrorQuery): number {
  const counts = groups.map((group) => {
    const section = document.getElementById(group);
    let count = 0;
    for (const item of section?.querySelectorAll("li") ?? []) {
      item.hidden = (side !== "" && side !== group) || !isFound(textOf(item), search);
      if (!item.hidden) count += 1;
    }
    if (section) section.hidden = count === 0;
    const entry = document.querySelector<HTMLElement>(`nav li:has(> a[href="#${group}"])`);
    if (entry) entry.hidden = count === 0;
    return count;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Code, name, meaning and cure. The API answers in English, so that English words match in any language. */
function textOf(item: HTMLElement): string {
  const texts = Array.from(item.querySelectorAll("p, h3, dd"), (element) => element.textContent);
  return [...texts, item.dataset["english"]].join(" ");
}

function keepInAddress(query: ErrorQuery): void {
  const address = new URL(location.href);
  for (const name of names) {
    if (query[name] === "") address.searchParams.delete(name);
    else address.searchParams.set(name, query[name]);
  }
  history.replaceState(null, "", address);
}

/** True if a text contains every word of a search, in any order. */
export function isFound(text: string, search: string): boolean {
  const searched = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
