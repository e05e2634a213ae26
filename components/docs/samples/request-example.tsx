import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Highlighted } from "#components/docs/samples/highlighted.tsx";
import type { RequestSample } from "#components/docs/samples/request-samples.ts";
import { sampleLanguages } from "#components/docs/samples/sample-languages.ts";
import type { SampleLanguage } from "#components/docs/samples/sample-languages.ts";
import { SampleTabs } from "#components/docs/samples/sample-tabs.tsx";

/** A request as code in the page's sample language. */
export async function RequestSamples({ title, sample, actions }: { title: string; sample: RequestSample; actions: ReactNode }) {
  const t = await getTranslations("docs.reference");
  const samples = Object.fromEntries(
    sampleLanguages.map((language) => [language, <Highlighted key={language} code={sample[language]} />]),
  ) as Record<SampleLanguage, ReactNode>;
  return <SampleTabs title={title} label={t("language")} samples={samples} actions={actions} />;
}
