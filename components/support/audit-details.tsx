"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import type { Wire } from "#components/portal/api.ts";
import { Identifier } from "#components/portal/identifier.tsx";
import { JsonView } from "#components/portal/json-view.tsx";
import { KeyValue, KeyValueList } from "#components/portal/key-value.tsx";
import { TimeStamp } from "#components/portal/time-stamp.tsx";
import { useActionName } from "#components/support/use-action-name.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle, DialogTrigger, focusWhole } from "#components/ui/dialog.tsx";
import type { AuditRow } from "#lib/audit/list.ts";

export function AuditDetails({ entry }: { entry: Wire<AuditRow> }) {
  const t = useTranslations("audit");
  const nameAction = useActionName();
  const { actor, details } = entry;
  const facts = JSON.stringify(details);
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="ghost" size="sm" aria-label={t("detailsOf", { action: nameAction(entry.action) })}>
          {t("details")}
        </Button>
      </DialogTrigger>
      <DialogContent className="max-w-2xl" onOpenAutoFocus={focusWhole}>
        <DialogHeader>
          <DialogTitle>{nameAction(entry.action)}</DialogTitle>
          <DialogDescription>
            <TimeStamp at={entry.at} as="second" focusable />
          </DialogDescription>
        </DialogHeader>
        <KeyValueList className="lg:grid-cols-2">
          <KeyValue name={t("columns.actor")}>
            {actor.name}
            <span className="block text-sm text-muted-foreground">
              {t(`actors.${actor.type}`)}
              {actor.partner === null ? null : `, ${actor.partner.name}`}
            </span>
          </KeyValue>
          <KeyValue name={t("columns.address")}>{entry.address}</KeyValue>
          <KeyValue name={t("columns.subject")} wide>
            <Identifier id={entry.subjectId} what={t("subjectId")} />{" "}
            <Link href={`/support/lookup?${new URLSearchParams({ q: entry.subjectId })}`} className="text-link hover:underline">
              {t("lookUp")}
            </Link>
          </KeyValue>
          <KeyValue name={t("columns.reason")} wide>
            {entry.reason}
          </KeyValue>
          <KeyValue name={t("entryId")} wide>
            <Identifier id={entry.id} what={t("entryId")} />
          </KeyValue>
        </KeyValueList>
        {facts === "{}" ? null : <JsonView text={facts} what={t("facts")} />}
      </DialogContent>
    </Dialog>
  );
}
