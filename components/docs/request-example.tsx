import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { apiAddress } from "#components/docs/api-address.ts";
import { Highlighted } from "#components/docs/highlighted.tsx";
import { sampleRequest } from "#components/docs/request-samples.ts";
import { SampleLanguageProvider } from "#components/docs/sample-language.tsx";
import { readSampleLanguage, sampleLanguageCookie, sampleLanguages } from "#components/docs/sample-languages.ts";
import type { SampleLanguage } from "#components/docs/sample-languages.ts";
import { SampleTabs } from "#components/docs/sample-tabs.tsx";
import type { GuideStep } from "#components/docs/step-of.ts";
import { TryIt } from "#components/docs/try-it.tsx";
import type { Example } from "#lib/endpoint.ts";

/** An example of an operation as code, in the language that the page's samples are shown in; "Try it" sends one with dates of today. */
export async function RequestExample({
  endpoint,
  example: shown,
  sent: example = shown,
  title,
}: GuideStep & { sent?: Example; title: string }) {
  const t = await getTranslations("docs.reference");
  const sample = sampleRequest(endpoint, shown, apiAddress());
  const samples = Object.fromEntries(
    sampleLanguages.map((language) => [language, <Highlighted key={language} code={sample[language]} />]),
  ) as Record<SampleLanguage, ReactNode>;
  const { id, method, path } = endpoint;
  return (
    <SampleTabs
      title={title}
      label={t("language")}
      samples={samples}
      actions={<TryIt tried={{ operation: id, method, path, example }} />}
    />
  );
}

export async function Samples({ children }: { children: ReactNode }) {
  const jar = await cookies();
  return <SampleLanguageProvider initial={readSampleLanguage(jar.get(sampleLanguageCookie)?.value)}>{children}</SampleLanguageProvider>;
}
