"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, List } from "lucide-react";
import { useTranslations } from "next-intl";
import { kindsMetQuery } from "#components/events/queries.ts";
import { CopyButton } from "#components/kit/code/copy-button.tsx";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { useEnvironment } from "#components/shell/environment.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { useEventMeaning } from "#components/webhooks/queries.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";

export function KindHeader({ eventType }: { eventType: EventType }) {
  const environment = useEnvironment();
  const t = useTranslations("events");
  const meaning = useEventMeaning();
  const { data } = useQuery(kindsMetQuery(environment));
  const met = data?.find((kind) => kind.eventType === eventType);
  return (
    <PageHeader
      title={<span className="font-mono text-xl">{eventType}</span>}
      description={`${meaning(eventType)}.`}
      crumbs={[
        { label: t("title"), href: `/${environment}/events` },
        { label: t("tabs.catalogue"), href: `/${environment}/events/catalogue` },
      ]}
      badge={
        <span className="flex items-center gap-2" aria-live="polite">
          <CopyButton text={eventType} what={t("kind")} />
          {met === undefined ? (
            <Badge tone="outline">
              <CircleDashed aria-hidden />
              {t("catalogue.notMet")}
            </Badge>
          ) : (
            <Badge tone="success">
              <CircleCheck aria-hidden />
              {t.rich("catalogue.met", { time: () => <TimeStamp key="time" at={met.at} as="ago" focusable /> })}
            </Badge>
          )}
        </span>
      }
      actions={
        <LinkButton variant="outline" href={`/${environment}/events?eventType=${eventType}`} icon={List}>
          {t("ofKind")}
        </LinkButton>
      }
    />
  );
}
