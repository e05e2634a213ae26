import { getTranslations } from "next-intl/server";
import { variableOf } from "#components/docs/guide-step.ts";
import type { GuideStep } from "#components/docs/guide-step.ts";
import { Code } from "#components/docs/prose.tsx";
import { apiAddress } from "#components/docs/samples/api-address.ts";
import { guideSamples } from "#components/docs/samples/guide-samples.ts";
import { RequestSamples } from "#components/docs/samples/request-example.tsx";
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
