"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Tags } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { api } from "#components/kit/api/api.ts";
import { saveFile } from "#components/kit/code/save-file.ts";
import { TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { useErrorText } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { versionsQuery } from "#components/prices/queries.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import type { TariffProposal, TariffVersion } from "#lib/insurance/prices/overview.ts";
import { languageOf } from "#lib/platform/i18n/locales.ts";
import { insurerZone } from "#lib/platform/time/calendar.ts";

const tones = {
  inForce: "success",
  next: "info",
  past: "outline",
  waiting: "warning",
  published: "success",
  approved: "success",
  refused: "outline",
  withdrawn: "outline",
} as const;

/** The versions of price lists, with those in force, the next ones, and the proposals. */
export function VersionList() {
  const t = useTranslations("prices");
  const query = useQuery(versionsQuery);
  const versions: Column<TariffVersion>[] = [
    { key: "name", header: t("name"), cell: ({ name }) => (name === "public" ? t("public") : name) },
    { key: "version", header: t("version"), cell: ({ version }) => version, phone: "below" },
    { key: "state", header: t("state"), cell: ({ state }) => <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>, phone: "end" },
    {
      key: "from",
      header: t("from"),
      cell: ({ effectiveFrom }) => <TimeStamp at={effectiveFrom} as="day" timeZone={insurerZone} />,
      phone: "belowEnd",
    },
    { key: "partners", header: t("partners"), cell: ({ partners }) => partners, align: "right" },
    {
      key: "files",
      header: <span className="sr-only">{t("file")}</span>,
      cell: (version) => (
        <>
          <WithdrawVersion {...version} />
          <VersionFiles {...version} />
        </>
      ),
      align: "right",
    },
  ];
  const proposals: Column<TariffProposal>[] = [
    { key: "version", header: t("version"), cell: (proposal) => <ProposedVersion {...proposal} /> },
    { key: "status", header: t("state"), cell: ({ status }) => <Badge tone={tones[status]}>{t(`states.${status}`)}</Badge>, phone: "end" },
    {
      key: "from",
      header: t("from"),
      cell: ({ effectiveFrom }) => <TimeStamp at={effectiveFrom} as="day" timeZone={insurerZone} />,
      phone: "belowEnd",
    },
    { key: "by", header: t("proposedBy"), cell: ({ proposedByName }) => proposedByName ?? "—", phone: "below" },
    { key: "decided", header: t("decidedBy"), cell: ({ decidedByName }) => decidedByName ?? "—", from: "wide" },
    { key: "reason", header: t("reason"), cell: (proposal) => <Reasons {...proposal} />, grows: true },
  ];
  const empty = (
    <EmptyState icon={Tags} title={t("nothing")}>
      {t("nothingText")}
    </EmptyState>
  );
  return (
    <div className="grid gap-6">
      <section className="grid gap-3">
        <h2 className="text-lg font-semibold tracking-tight">{t("versions")}</h2>
        <DataTable label={t("versions")} columns={versions} rows={query.data?.versions} query={query} idOf={({ id }) => id} empty={empty} />
      </section>
      {query.data?.proposals.length === 0 ? null : (
        <section className="grid gap-3">
          <h2 className="text-lg font-semibold tracking-tight">{t("proposals")}</h2>
          <DataTable
            label={t("proposals")}
            columns={proposals}
            rows={query.data?.proposals}
            query={query}
            idOf={({ id }) => id}
            hrefOf={({ id }) => `/support/prices/${id}`}
            empty={empty}
          />
        </section>
      )}
    </div>
  );
}

function ProposedVersion({ name, version, withdraws }: TariffProposal) {
  const t = useTranslations("prices");
  const list = `${name === "public" ? t("public") : name}, ${version}`;
  return withdraws === null ? list : t("withdrawalOf", { list });
}

function Reasons({ reason, refusalReason }: TariffProposal) {
  const t = useTranslations("prices");
  return (
    <span className="grid">
      {reason}
      {refusalReason === null ? null : <span className="text-muted-foreground">{t("refusedBecause", { reason: refusalReason })}</span>}
    </span>
  );
}

function WithdrawVersion({ id, version, state, withdrawalId }: TariffVersion) {
  const t = useTranslations("prices");
  const client = useQueryClient();
  if (state !== "next") return null;
  if (withdrawalId !== null) {
    return (
      <LinkButton variant="ghost" size="sm" href={`/support/prices/${withdrawalId}`}>
        {t("withdrawalWaits")}
      </LinkButton>
    );
  }
  return (
    <ConfirmDialog
      trigger={
        <Button variant="ghost" size="sm">
          {t("withdraw")}
        </Button>
      }
      title={t("withdrawVersionTitle", { version })}
      description={t("withdrawVersionText")}
      confirm={t("withdraw")}
      asksReason
      isDestructive
      onConfirm={async (reason) => {
        const { isWithdrawn } = await api.console.prices.proposeWithdrawal.mutate({ tariffId: id, reason });
        notify("success", t(isWithdrawn ? "withdrawn" : "withdrawalProposed"));
        await client.invalidateQueries({ queryKey: versionsQuery.queryKey });
      }}
    />
  );
}

function VersionFiles({ id, name, version }: TariffVersion) {
  const say = useErrorText();
  const language = languageOf(useLocale());
  async function save(format: "csv" | "json") {
    try {
      const text = await api.console.prices.export.query({ tariffId: id, format, language });
      saveFile(`${name}-${version}.${format}`, new Blob([text]));
    } catch (error) {
      notify("error", say(error));
    }
  }
  return (["csv", "json"] as const).map((format) => (
    <Button
      key={format}
      variant="ghost"
      size="sm"
      aria-label={`${name} ${version}, ${format.toUpperCase()}`}
      onClick={() => void save(format)}
    >
      {format.toUpperCase()}
    </Button>
  ));
}
