"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { ComponentType } from "react";
import { notify } from "#components/kit/states/notify.ts";

/** For `lazy` and `dynamic`: where a part of the page cannot be loaded, the rest stays, and a notification says what is missing. */
export async function orNotLoaded<Props>(part: Promise<ComponentType<Props>>): Promise<{ default: ComponentType<Props> }> {
  return { default: await part.catch(() => NotLoaded) };
}

function NotLoaded() {
  const t = useTranslations("common.errors");
  useEffect(() => notify("error", t("notLoaded")), [t]);
  return null;
}
