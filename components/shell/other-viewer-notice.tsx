"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { notify } from "#components/kit/states/notify.ts";
import { takeOtherViewer } from "#components/shell/viewer.tsx";

/** Says who is signed in, on a page that was reloaded since its tab was made for somebody else. */
export function OtherViewerNotice() {
  const t = useTranslations("refusals");
  useEffect(() => {
    const viewer = takeOtherViewer();
    if (viewer !== undefined) notify("info", t("otherViewer", { viewer }));
  }, [t]);
  return null;
}
