"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { KeyCalls } from "#components/keys/key-card.tsx";
import { isWorking, keysQuery, refreshKeys } from "#components/keys/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { OneTimeSecret } from "#components/kit/code/one-time-secret.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { Label, RadioGroup, RadioGroupItem } from "#components/ui/checkbox.tsx";
import type { OwnKey } from "#lib/account/keys/list.ts";
import { overlapHours } from "#lib/account/keys/schema.ts";
import type { OverlapHours } from "#lib/account/keys/schema.ts";

/** Replaces the current Development key, which keeps working for the chosen overlap; nothing if no key works. */
export function RegenerateOwnKey() {
  const t = useTranslations("keys.regenerate");
  const what = useTranslations("keys")("what");
  const client = useQueryClient();
  const { data: keys } = useQuery(keysQuery("development"));
  const current = keys?.find(isWorking);
  // The key that the dialog was opened for: another owner may replace it meanwhile.
  const [key, setAsked] = useState<OwnKey>();
  const replaced = key ?? current;
  const [chosen, setOverlap] = useState<OverlapHours>();
  const [issued, setIssued] = useState<string>();
  if (replaced === undefined) return null;
  // A reported key may have leaked, so it gets no overlap by default.
  const overlap = chosen ?? (replaced.report === null ? 24 : 0);
  return (
    <>
      <ConfirmDialog
        trigger={
          <Button
            data-action="rotateKey"
            variant="outline"
            onClick={() => {
              setAsked(current);
              setOverlap(undefined);
            }}
            icon={RefreshCw}
          >
            {t("open")}
          </Button>
        }
        title={t("title")}
        description={t("description")}
        confirm={t("confirm")}
        isDestructive={overlap === 0}
        onConfirm={async () => {
          try {
            const { text } = await api.keys.regenerate.mutate({ environment: "development", keyId: replaced.id, overlap });
            setIssued(text);
          } finally {
            // A refusal can mean that another owner was faster.
            void refreshKeys(client);
          }
        }}
      >
        <KeyCalls data={replaced} isAtRisk={overlap === 0} />
        <OverlapChoice value={overlap} onChange={setOverlap} />
      </ConfirmDialog>
      <OneTimeSecret secret={issued} what={what} title={t("issuedTitle")} description={t("issued")} onClose={() => setIssued(undefined)} />
    </>
  );
}

/** How long a replaced key keeps working. */
export function OverlapChoice({ value, onChange }: { value: OverlapHours; onChange: (value: OverlapHours) => void }) {
  const t = useTranslations("keys.overlap");
  const id = useId();
  return (
    <div className="grid gap-2">
      <p id={id} className="font-medium">
        {t("label")}
      </p>
      <RadioGroup
        aria-labelledby={id}
        className="grid-cols-2 sm:grid-cols-[repeat(4,auto)]"
        value={String(value)}
        onValueChange={(chosen) => onChange(overlapHours.find((hours) => String(hours) === chosen) ?? 0)}
      >
        {overlapHours.map((hours) => (
          <Label
            key={hours}
            className="rounded-md border bg-card px-3 py-2 font-normal has-data-[state=checked]:border-primary has-data-[state=checked]:bg-accent"
          >
            <RadioGroupItem value={String(hours)} />
            {t(`hours.h${hours}`)}
          </Label>
        ))}
      </RadioGroup>
      <p className="text-sm text-muted-foreground">{value === 0 ? t("none") : t("some")}</p>
    </div>
  );
}
