"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { trpc } from "#components/kit/api/api.ts";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { Label } from "#components/ui/label.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import type { ReasonUse } from "#lib/insurance/claims/schema-templates.ts";

/** Offers the templates of a reason in the language of the claim, and puts the chosen one into the field. */
export function ReasonTemplates({ claimId, use, onChoose }: { claimId: string; use: ReasonUse; onChoose: (text: string) => void }) {
  const t = useTranslations("claims.templates");
  const id = useId();
  const { data = [] } = useQuery(trpc.console.templates.ofClaim.queryOptions({ claimId }));
  const templates = data.filter((template) => template.use === use);
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>{t("choose")}</Label>
      <NativeSelect
        id={id}
        value=""
        disabled={templates.length === 0}
        onChange={(event) => {
          const chosen = templates.find((template) => template.id === event.target.value);
          if (chosen !== undefined) onChoose(chosen.text);
        }}
      >
        <option value="">{templates.length === 0 ? t("noneYet") : t("chooseOne")}</option>
        {templates.map((template) => (
          <option key={template.id} value={template.id} lang={template.language}>
            {template.title}
          </option>
        ))}
      </NativeSelect>
      <p className="text-sm">
        <TextLink href="/support/templates">{t("edit")}</TextLink>
      </p>
    </div>
  );
}
