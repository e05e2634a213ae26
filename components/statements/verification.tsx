"use client";

import { useQuery } from "@tanstack/react-query";
import { LoaderCircle, ShieldAlert, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Identifier } from "#components/kit/facts/facts.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { useEnvironment } from "#components/shell/use-environment.ts";
import { verificationQuery } from "#components/statements/queries.ts";
import { Card } from "#components/ui/card.tsx";

/** Checks that the entries of a closed month still have the hash with which it was closed. */
export function Verification({ month, sha256 }: { month: string; sha256: string }) {
  const t = useTranslations("statements.verification");
  const { data, error, refetch } = useQuery(verificationQuery(useEnvironment(), month));
  if (error !== null) {
    return (
      <Card className="print:hidden">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  const state = data === undefined || data === null ? "checking" : data.isUnchanged ? "unchanged" : "changed";
  const Icon = { checking: LoaderCircle, unchanged: ShieldCheck, changed: ShieldAlert }[state];
  return (
    <Card className="flex items-start gap-3 p-4 break-inside-avoid print:[&_button]:hidden">
      <Icon
        aria-hidden
        className={`mt-0.5 size-5 shrink-0 ${{ checking: "animate-spin text-muted-foreground", unchanged: "text-success", changed: "text-danger" }[state]}`}
      />
      <output className="block min-w-0">
        <p className="font-medium">{t(state)}</p>
        <p className="text-sm text-muted-foreground">{t(`${state}Text`)}</p>
        <p className="mt-1 text-sm">
          SHA-256 <Identifier id={sha256} what="SHA-256" />
        </p>
      </output>
    </Card>
  );
}
