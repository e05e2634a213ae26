"use client";

import { BookOpen, FlaskConical, KeyRound, Plus, Store } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Highlighted } from "#components/docs/samples/highlighted.tsx";
import { CodeBlock } from "#components/kit/code/json-view.tsx";
import type { FirstRequests } from "#components/overview/first-requests.ts";
import { renterMark } from "#components/overview/milestones.ts";
import { useSeesInsurance } from "#components/shell/insurance-link.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { Alert } from "#components/ui/alert.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import type { Milestone } from "#lib/developer/overview/read.ts";

interface Way {
  label: "keys" | "renters" | "newWebhook" | "webhooks" | "reference" | "guide" | "webhookGuide";
  icon: LucideIcon;
  path: string;
}

const guide: Way = { label: "guide", icon: BookOpen, path: "/docs/first-contract" };
const webhookGuide: Way = { label: "webhookGuide", icon: BookOpen, path: "/docs/webhooks" };
const renters: Way = { label: "renters", icon: Store, path: "/renters" };

/** The request of each step, and the links that help with it. */
const steps: Record<Milestone, { request?: keyof FirstRequests; ways: readonly [Way, ...Way[]] }> = {
  call: {
    request: "call",
    ways: [
      { label: "keys", icon: KeyRound, path: "/keys" },
      { label: "reference", icon: BookOpen, path: "/docs/reference" },
    ],
  },
  preview: { request: "preview", ways: [guide, renters] },
  contract: { request: "contract", ways: [guide, renters] },
  webhook: { ways: [{ label: "newWebhook", icon: Plus, path: "/webhooks/new" }, webhookGuide] },
  event: { request: "contract", ways: [{ label: "webhooks", icon: FlaskConical, path: "/webhooks" }, webhookGuide] },
};

export function FirstStep({ step, renterUid, requests }: { step: Milestone; renterUid: string | null; requests: FirstRequests }) {
  const environment = useEnvironment();
  const t = useTranslations("overview.started");
  const seesInsurance = useSeesInsurance();
  const { request, ways } = steps[step];
  const text = request === undefined ? undefined : requests[request].replaceAll(renterMark, () => renterUid ?? renterMark);
  return (
    <div className="grid gap-3">
      <p className="max-w-prose">{t.rich(`texts.${step}`, { code: (words) => <code className="font-mono text-sm">{words}</code> })}</p>
      {request === "contract" && environment === "production" ? <Alert tone="warning">{t("realContract")}</Alert> : null}
      {text === undefined ? null : (
        <CodeBlock text={text} what={t("request")} className="[&_pre]:[overflow-wrap:anywhere] [&_pre]:whitespace-pre-wrap">
          <Highlighted code={text} />
        </CodeBlock>
      )}
      {text?.includes(renterMark) === true ? (
        <p className="max-w-prose text-sm text-muted-foreground">{t("needsRenter", { mark: renterMark })}</p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {ways
          .filter((way) => way !== renters || seesInsurance)
          .map(({ label, icon: Icon, path }, index) => (
            <LinkButton
              key={label}
              variant={index === 0 && request === undefined ? "default" : "outline"}
              size="sm"
              href={path.startsWith("/docs") ? path : `/${environment}${path}`}
              icon={Icon}
            >
              {t(label)}
            </LinkButton>
          ))}
      </div>
    </div>
  );
}
