import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { variableOf } from "#components/docs/guides/guide-step.ts";
import type { GuideStep } from "#components/docs/guides/guide-step.ts";
import { Code } from "#components/docs/prose.tsx";
import { apiAddress } from "#components/docs/samples/api-address.ts";
import { guideSamples } from "#components/docs/samples/guide-samples.ts";
import { Highlighted } from "#components/docs/samples/highlighted.tsx";
import type { RequestSample } from "#components/docs/samples/request-samples.ts";
import { sampleLanguages } from "#components/docs/samples/sample-languages.ts";
import type { SampleLanguage } from "#components/docs/samples/sample-languages.ts";
import { SampleTabs } from "#components/docs/samples/sample-tabs.tsx";
import { StepResult } from "#components/docs/step-result.tsx";
import { TryStep } from "#components/docs/try-it.tsx";
import { attachRenter } from "#lib/insurance/renters/endpoints.ts";

/** A step of a guide as code, which captures values for later steps, and what it made when it was tried. */
export async function GuideExample({ stepName, step, now }: { stepName: string; step: GuideStep; now: Date }) {
  const t = await getTranslations("docs.guide");
  const { endpoint, isProduction = false, ...request } = step;
  const { id, method, path } = endpoint;
  const operation = { id, method, path };
  return (
    <>
      <RequestSamples
        title={`${method} ${path}`}
        sample={guideSamples(step, { address: apiAddress(), now })}
        actions={isProduction ? null : <TryStep operation={operation} name={stepName} step={request} attaches={id === attachRenter.id} />}
      />
      <StepResult step={stepName} />
      {request.capture === undefined ? null : (
        <ul className="grid gap-1 text-muted-foreground">
          {Object.entries(request.capture).map(([name, place]) => (
            <li key={name}>
              {t.rich(place.endsWith(".*") ? "capturedKey" : "captured", {
                code: (words) => <Code>{words}</Code>,
                variable: variableOf(name),
                place: place.replace(".*", ""),
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A request as code in the page's sample language. */
async function RequestSamples({ title, sample, actions }: { title: string; sample: RequestSample; actions: ReactNode }) {
  const t = await getTranslations("docs.reference");
  const samples = Object.fromEntries(
    sampleLanguages.map((language) => [language, <Highlighted key={language} code={sample[language]} />]),
  ) as Record<SampleLanguage, ReactNode>;
  return <SampleTabs title={title} label={t("language")} samples={samples} actions={actions} />;
}
