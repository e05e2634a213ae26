"use client";

import { useTranslations } from "next-intl";
import { guideEnvironment } from "#components/docs/guides/guide-step.ts";
import { useTrying } from "#components/docs/reader.tsx";
import { CodeBlock } from "#components/kit/code/json-view.tsx";

/** The environment variables that a guide's commands read, with the reader's own renter once that is known. */
export function GuideSetUp() {
  const t = useTranslations("tryIt");
  return <CodeBlock text={guideEnvironment(useTrying()?.renter?.uid)} what={t("environment")} />;
}
