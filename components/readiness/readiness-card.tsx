"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { readinessQuery } from "#components/readiness/queries.ts";
import { ReadinessSummary } from "#components/readiness/readiness-list.tsx";
import { Button } from "#components/ui/button.tsx";

/** How far the checklist is, on the overview of Development. */
export function ReadinessCard() {
  const t = useTranslations("readiness");
  const { data } = useQuery(readinessQuery("development"));
  if (data === undefined) return null;
  return (
    <ReadinessSummary readiness={data}>
      <Button asChild variant="outline">
        <Link href="/development/readiness">{t("openList")}</Link>
      </Button>
    </ReadinessSummary>
  );
}
