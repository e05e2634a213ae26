"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { ExplainedChoices } from "#components/kit/form/explained-choices.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { waitingQuery } from "#components/webhooks/queries.ts";
import { missedChoices } from "#lib/delivery/webhooks/schema.ts";
import type { MissedChoice } from "#lib/delivery/webhooks/schema.ts";

/** Asks what to do with the deliveries that wait for a disabled webhook, and shows their number. */
export function MissedField({
  webhookId,
  value,
  onChange,
}: {
  webhookId: string;
  value: MissedChoice;
  onChange: (value: MissedChoice) => void;
}) {
  const environment = useEnvironment();
  const t = useTranslations("webhooks.missed");
  const say = useErrorText();
  const countId = useId();
  const { data, error } = useQuery(waitingQuery(environment, webhookId));
  if (error !== null) {
    return (
      <Alert tone="danger" role="alert">
        {say(error)}
      </Alert>
    );
  }
  if (data === undefined) return <Skeleton className="h-20 w-full" />;
  if (data.count === 0) return <p className="text-muted-foreground">{t("none")}</p>;
  return (
    <div className="grid gap-3">
      <p id={countId} className="font-medium">
        {t("count", { count: data.count })}
      </p>
      <ExplainedChoices
        aria-labelledby={countId}
        choices={missedChoices}
        value={value}
        onChange={onChange}
        explain={(choice) => ({ title: t(`${choice}.title`), text: t(`${choice}.text`) })}
      />
    </div>
  );
}
