"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { ComponentType } from "react";
import { notify } from "#components/kit/states/notify.ts";

/** Keeps the rest of the page if a part cannot be loaded, and shows a notification; for `lazy` and `dynamic`. */
export async function orNotLoaded<Props>(part: Promise<ComponentType<Props>>): Promise<{ default: ComponentType<Props> }> {
  return { default: await part.catch(() => NotLoaded) };
}

function NotLoaded() {
  const t = useTranslations("common.errors");
  useEffect(() => notify("error", t("notLoaded")), [t]);
  return null;
}
