import { ArrowRight, BookOpen, CircleAlert, KeyRound, Rocket } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { apiAddress } from "#components/docs/samples/api-address.ts";
import { Highlighted } from "#components/docs/samples/highlighted.tsx";
import { sampleRequest } from "#components/docs/samples/request-samples.ts";
import { IntegrationKey } from "#components/keys/integration-key.tsx";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { CodeBlock } from "#components/kit/code/json-view.tsx";
import { TitledCard } from "#components/ui/card.tsx";
import { Link } from "#components/ui/link.tsx";
import { listRenters } from "#lib/insurance/renters/endpoints.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** The data for a partner's first call: address, key and example. */
export async function ApiIntegration({ environment, isOwner }: { environment: Environment; isOwner: boolean }) {
  const [t, shell] = await Promise.all([getTranslations("settings.integration"), getTranslations("shell.environments")]);
  const address = apiAddress();
  const { curl } = sampleRequest(listRenters, { name: "" }, address);
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <TitledCard title={t("base")} description={t("baseHint")}>
        <span className="flex max-w-full items-center gap-1">
          <code className="min-w-0 rounded-md border bg-code px-2.5 py-1.5 font-mono text-sm [overflow-wrap:anywhere]">{address}</code>
          <CopyButton text={address} what={t("baseWhat")} />
        </span>
      </TitledCard>
      <TitledCard
        className="border-t-2 border-t-environment"
        title={t("key", { environment: shell(environment) })}
        description={t.rich("keyHint", { code: (words) => <code className="font-mono text-sm">{words}</code> })}
        contentClassName="grid gap-4"
      >
        <IntegrationKey isOwner={isOwner} />
        <p>
          <Link href={`/${environment}/keys`} className="inline-flex items-center gap-1.5 text-link underline-offset-2 hover:underline">
            <KeyRound aria-hidden className="size-4" />
            {t("keys")}
          </Link>
        </p>
      </TitledCard>
      <TitledCard
        title={t("first")}
        description={t.rich("firstHint", { code: (words) => <code className="font-mono text-sm">{words}</code> })}
      >
        <CodeBlock text={curl} what="curl">
          <Highlighted code={curl} />
        </CodeBlock>
      </TitledCard>
      <nav aria-label={t("next")}>
        <ul className="grid gap-3 sm:grid-cols-3">
          <NextStep href="/docs/first-contract" icon={Rocket} title={t("guide")} text={t("guideHint")} />
          <NextStep href="/docs/reference" icon={BookOpen} title={t("reference")} text={t("referenceHint")} />
          <NextStep href="/docs/errors" icon={CircleAlert} title={t("errors")} text={t("errorsHint")} />
        </ul>
      </nav>
    </div>
  );
}

function NextStep({ href, icon: Icon, title, text }: { href: string; icon: LucideIcon; title: string; text: string }) {
  return (
    <li>
      <Link href={href} className="group grid h-full content-start gap-1 rounded-lg border bg-card px-4 py-3 shadow-xs hover:border-input">
        <span className="flex items-center gap-2 font-medium">
          <Icon aria-hidden className="size-4 text-primary" />
          {title}
          <ArrowRight aria-hidden className="ml-auto size-4 text-muted-foreground transition-transform group-hover:translate-x-0.5" />
        </span>
        <span className="text-sm text-muted-foreground">{text}</span>
      </Link>
    </li>
  );
}
