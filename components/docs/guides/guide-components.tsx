import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import {
  ClientCommand,
  ClientInstall,
  ClientSample,
  ClientSamples,
  clientSamplesOf,
  commandLine,
  installLines,
  readClientSample,
} from "#components/docs/client-guide.tsx";
import { GuideExample } from "#components/docs/guides/guide-example.tsx";
import { GuideOutcome } from "#components/docs/guides/guide-progress.tsx";
import { GuideSetUp } from "#components/docs/guides/guide-set-up.tsx";
import { guideEnvironment } from "#components/docs/guides/guide-step.ts";
import type { GuideStep, GuideSteps } from "#components/docs/guides/guide-step.ts";
import { docsPages } from "#components/docs/guides/guides.ts";
import { claimLinksSteps, firstClaimSteps, firstContractSteps } from "#components/docs/guides/steps.ts";
import { fence, listOf, markdownAddress } from "#components/docs/markdown-text.ts";
import { TextLink } from "#components/docs/prose.tsx";
import { webhookChapter } from "#components/docs/reference/reference-labels.ts";
import { apiAddress, baseAddress, withBaseAddress } from "#components/docs/samples/api-address.ts";
import {
  guideSamples,
  receiverSample,
  recoverySample,
  rehearsalSample,
  rehearsalScript,
  retrySample,
  signatureSamples,
} from "#components/docs/samples/guide-samples.ts";
import { Highlighted } from "#components/docs/samples/highlighted.tsx";
import { sampleLanguages } from "#components/docs/samples/sample-languages.ts";
import type { SampleLanguage } from "#components/docs/samples/sample-languages.ts";
import { SampleTabs } from "#components/docs/samples/sample-tabs.tsx";
import { CodeBlock, JsonView } from "#components/kit/code/json-view.tsx";
import { Disclosure, Identifier } from "#components/kit/facts/facts.tsx";
import { useEventMeaning } from "#components/webhooks/queries.ts";
import { decideOutcome } from "#lib/delivery/deliveries/rules/retries.ts";
import { eventCatalogue, eventGroups, eventTypes } from "#lib/delivery/event-catalogue.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";
import { asShell } from "#lib/developer/recipes/as-shell.ts";
import { recipes } from "#lib/developer/recipes/recipes.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";
import { attachRenter, listRenters } from "#lib/insurance/renters/endpoints.ts";
import { languageOf } from "#lib/platform/i18n/locales.ts";

const minute = 60_000;

/** The steps of the guide to going live; e2e/api/guides.test.ts runs them literally with a production key. None of them insures anything. */
const goingLiveSteps = {
  renters: { endpoint: listRenters, isProduction: true },
  attach: { endpoint: attachRenter, body: firstContractSteps.renter.body, isProduction: true },
  price: {
    endpoint: createContract,
    query: { preview: "true" },
    body: {
      uid: "{renter}",
      contract_type: "LCD",
      start_date: "{now+1d}",
      end_date: "{now+3d}",
      options: ["break", "theft"],
      products: [{ product_type: "bike", product_subtype: "electric", value_excl: 2400, brand: "Moustache", model: "Lundi 27" }],
    },
    isProduction: true,
  },
} as const satisfies GuideSteps;

/** The guide that contains a component (`webhooks`), and the time of its samples. */
export interface GuideContext {
  slug: string;
  now: Date;
}

interface GuideComponent {
  page: (attributes: Readonly<Record<string, string>>, context: GuideContext) => ReactNode;
  markdown: (attributes: Readonly<Record<string, string>>, context: GuideContext) => string;
}

/** The components of guides, `<Name attribute="…" />`, each as a page element and as Markdown. */
const guideComponents: Readonly<Record<string, GuideComponent>> = {
  Pages: {
    page: () => <PageCards />,
    markdown: () =>
      listOf(
        docsPages("en")
          .filter(({ href }) => href !== "/docs")
          .map(({ label, href, description }) => `[${label}](${markdownAddress(href)}): ${description}`),
      ),
  },
  ApiAddress: {
    page: () => <Identifier id={apiAddress()} what={apiAddress()} />,
    markdown: () => `\`${apiAddress()}\``,
  },
  SetUp: {
    page: () => <GuideSetUp />,
    markdown: () => fence("sh", guideEnvironment()),
  },
  Request: {
    page: ({ step = "" }, { slug, now }) => <GuideExample stepName={step} step={findStep(slug, step)} now={now} />,
    markdown: ({ step }, { slug, now }) => fence("sh", guideSamples(findStep(slug, step), { address: apiAddress(), now }).curl),
  },
  Outcome: {
    page: ({ of }) => <GuideOutcome of={of === "claim" ? "claim" : "contract"} />,
    // The reader's results exist on the page alone.
    markdown: () => "",
  },
  Sample: {
    page: ({ file = "" }) => (
      <CodeBlock text={findSample(file)} what={file}>
        <Highlighted code={findSample(file)} />
      </CodeBlock>
    ),
    markdown: ({ file = "" }) => fence(file.slice(file.lastIndexOf(".") + 1), findSample(file)),
  },
  ClientInstall: {
    page: ({ title = "" }) => <ClientInstall title={title} />,
    markdown: () => fence("sh", Object.values(installLines()).join("\n")),
  },
  ClientCommand: {
    page: ({ title = "" }) => <ClientCommand title={title} />,
    markdown: () => fence("sh", commandLine()),
  },
  ClientSamples: {
    page: ({ of = "", title = "" }) => <ClientSamples of={of} title={title} />,
    markdown: ({ of = "" }) =>
      Object.entries(clientSamplesOf(of))
        .map(([language, code]) => fence(language, code))
        .join("\n\n"),
  },
  ClientSample: {
    page: ({ file = "", title = "" }) => <ClientSample file={file} title={title} />,
    markdown: ({ file = "", title = "" }) => `${title}:\n\n${fence(file.slice(file.lastIndexOf(".") + 1), readClientSample(file))}`,
  },
  SignatureSamples: {
    page: ({ title = "" }) => <SignatureSamples title={title} />,
    markdown: () => fence("ts", signatureSamples.typescript),
  },
  EventBody: {
    page: ({ of, title = "" }) => <JsonView text={JSON.stringify(findEventBody(of))} what={title} />,
    markdown: ({ of }) => fence("json", JSON.stringify(findEventBody(of), null, 2)),
  },
  EventList: {
    page: () => <EventList />,
    markdown: () => listOf(eventTypes.map((type) => `\`${type}\`: ${eventCatalogue[type].meaning}`)),
  },
  RetrySchedule: {
    page: () => <RetrySchedule />,
    markdown: () => listOf(retryMinutes().map((minutes, index) => `Attempt ${index + 2}: ${minutes} min after the previous failure`)),
  },
  Recipes: {
    page: () => <RecipeList />,
    markdown: () => eventTypes.map((type) => `### ${type}\n\n${fence("sh", asShell(recipes[type], baseAddress()))}`).join("\n\n"),
  },
};

/** Throws for an unknown name. */
export function findGuideComponent(name: string): GuideComponent {
  const component = guideComponents[name];
  if (component === undefined) throw new Error(`guides have no component ${name}`);
  return component;
}

const samples: Readonly<Record<string, string>> = {
  "receiver.ts": receiverSample,
  "recover.ts": recoverySample,
  "retry.ts": retrySample,
  "rehearsal.ts": rehearsalSample,
  "rehearsal.sh": rehearsalScript,
};

function findSample(file: string): string {
  const sample = samples[file];
  if (sample === undefined) throw new Error(`there is no sample ${file}`);
  return withBaseAddress(sample);
}

export function findStep(slug: string, name = ""): GuideStep {
  const step = guideSteps[slug]?.[name];
  if (step === undefined) throw new Error(`the guide ${slug} has no step ${name}`);
  return step;
}

function findEventBody(name = ""): { event_type: string; data: unknown } {
  const type = eventTypes.find((each) => each === name);
  if (type === undefined) throw new Error(`there is no event ${name}`);
  return { event_type: type, data: eventSamples[type] };
}

async function PageCards() {
  const language = languageOf(await getLocale());
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {docsPages(language).map(({ href, label, description }) =>
        href === "/docs" ? null : (
          <li key={href} className="group relative rounded-lg border bg-card p-5 shadow-xs hover:border-input">
            <a
              href={href}
              className="flex items-center justify-between gap-2 text-lg font-semibold tracking-tight after:absolute after:inset-0 after:rounded-lg"
            >
              {label}
              <ArrowRight aria-hidden className="size-4 text-muted-foreground transition-transform group-hover:translate-x-0.5" />
            </a>
            <p className="mt-1.5 text-foreground/85">{description}</p>
          </li>
        ),
      )}
    </ul>
  );
}

async function SignatureSamples({ title }: { title: string }) {
  const t = await getTranslations("docs.reference");
  const tabs = Object.fromEntries(
    sampleLanguages.map((language) => [language, <Highlighted key={language} code={signatureSamples[language]} />]),
  ) as Record<SampleLanguage, ReactNode>;
  return <SampleTabs title={title} label={t("language")} samples={tabs} />;
}

function RecipeList() {
  return (
    <div className="overflow-hidden rounded-lg border bg-card shadow-xs">
      {eventTypes.map((eventType) => (
        <Disclosure
          key={eventType}
          title={<code className="font-mono text-sm">{eventType}</code>}
          className="rounded-none border-0 border-t shadow-none first:border-t-0"
        >
          <CodeBlock text={asShell(recipes[eventType], baseAddress())} what={eventType} />
        </Disclosure>
      ))}
    </div>
  );
}

/** The requests that `<Request step="…" />` shows, by the guide's file name. */
const guideSteps: Readonly<Record<string, GuideSteps>> = {
  "first-contract": firstContractSteps,
  "first-claim": firstClaimSteps,
  "claim-links": claimLinksSteps,
  "going-live": goingLiveSteps,
};

function EventList() {
  const meaning = useEventMeaning();
  const t = useTranslations("docs.guide.eventGroups");
  return eventGroups.map((group) => (
    <section key={group} aria-labelledby={`group-${group}`} className="grid gap-2">
      <h3 id={`group-${group}`} className="font-semibold">
        {t(group)}
      </h3>
      <dl className="divide-y overflow-hidden rounded-lg border bg-card shadow-xs">
        {eventTypes
          .filter((type) => eventCatalogue[type].group === group)
          .map((type) => (
            <div key={type} className="grid gap-x-6 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[min(18rem,50%)_minmax(0,1fr)]">
              <dt className="font-mono text-sm [overflow-wrap:anywhere]">
                <TextLink href={`/docs/reference/${webhookChapter}#${type}`}>{type}</TextLink>
              </dt>
              <dd>{meaning(type)}.</dd>
            </div>
          ))}
      </dl>
    </section>
  ));
}

async function RetrySchedule() {
  const t = await getTranslations("docs.guide.retries");
  const rows = [t("atOnce"), ...retryMinutes().map((minutes) => t("after", { minutes }))];
  return (
    <div className="max-w-xl overflow-hidden rounded-lg border bg-card shadow-xs">
      <table className="w-full text-left [overflow-wrap:anywhere]">
        <thead className="border-b text-sm text-muted-foreground">
          <tr>
            <th className="w-1/4 px-4 py-2 font-medium">{t("attempt")}</th>
            <th className="px-4 py-2 font-medium">{t("when")}</th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map((when, index) => (
            <tr key={when}>
              <th scope="row" className="px-4 py-2 font-mono font-medium">
                {index + 1}
              </th>
              <td className="px-4 py-2">{when}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The minutes between a failed attempt and the next one, attempt by attempt. */
function retryMinutes(): number[] {
  const endedAt = new Date(0);
  const minutes: number[] = [];
  for (let cycleAttempt = 1; ; cycleAttempt += 1) {
    const { nextAttemptAt } = decideOutcome({ cycleAttempt, succeeded: false, endedAt });
    if (nextAttemptAt === null) return minutes;
    minutes.push(nextAttemptAt.getTime() / minute);
  }
}
