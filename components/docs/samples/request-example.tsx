import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { apiAddress } from "#components/docs/samples/api-address.ts";
import { referenceSample } from "#components/docs/samples/client-samples.ts";
import { Highlighted } from "#components/docs/samples/highlighted.tsx";
import type { RequestSample } from "#components/docs/samples/request-samples.ts";
import { sampleLanguages } from "#components/docs/samples/sample-languages.ts";
import type { SampleLanguage } from "#components/docs/samples/sample-languages.ts";
import { SampleTabs } from "#components/docs/samples/sample-tabs.tsx";
import { TryIt } from "#components/docs/try-it.tsx";
import type { Endpoint, Example } from "#lib/endpoint.ts";

/** An operation's example as code; "Try it" sends it with current dates. */
export function RequestExample({
  endpoint,
  example,
  title,
}: {
  endpoint: Pick<Endpoint, "id" | "method" | "path" | "success">;
  example: Example;
  title: string;
}) {
  const { id, method, path } = endpoint;
  const sample = referenceSample(endpoint, example, apiAddress());
  // A page has no file to send.
  const actions = example.form === undefined ? <TryIt operation={{ id, method, path }} example={example} /> : null;
  return <RequestSamples title={title} sample={sample} actions={actions} />;
}

/** A request as code in the page's sample language. */
export async function RequestSamples({ title, sample, actions }: { title: string; sample: RequestSample; actions: ReactNode }) {
  const t = await getTranslations("docs.reference");
  const samples = Object.fromEntries(
    sampleLanguages.map((language) => [language, <Highlighted key={language} code={sample[language]} />]),
  ) as Record<SampleLanguage, ReactNode>;
  return <SampleTabs title={title} label={t("language")} samples={samples} actions={actions} />;
}
