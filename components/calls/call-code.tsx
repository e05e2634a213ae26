"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { sampleLanguageNames } from "#components/docs/samples/sample-languages.ts";
import type { SampleLanguage } from "#components/docs/samples/sample-languages.ts";
import { CodeBlock } from "#components/kit/code/json-view.tsx";
import { Disclosure } from "#components/kit/facts/facts.tsx";
import { ViewTabs } from "#components/kit/list/view-tabs.tsx";

/** A call as code: as curl sends it, and as the client libraries make it. */
export function CallCode({ samples }: { samples: Partial<Record<SampleLanguage, string>> }) {
  const t = useTranslations("calls");
  const languages = Object.keys(samples) as SampleLanguage[];
  const [chosen, choose] = useState<SampleLanguage>("curl");
  return (
    <Disclosure title={t("asCode")}>
      {languages.length < 2 ? null : (
        <ViewTabs
          label={t("asCode")}
          views={languages.map((value) => ({ value, label: sampleLanguageNames[value] }))}
          value={chosen}
          onChange={choose}
        />
      )}
      <CodeBlock text={samples[chosen] ?? ""} what={t("code")} />
    </Disclosure>
  );
}
