"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleStop, KeyRound, Pencil, Plus } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { KeyCalls } from "#components/keys/key-card.tsx";
import { isWorking, namedKeysQuery, refreshKeys } from "#components/keys/queries.ts";
import { api } from "#components/kit/api/api.ts";
import { useServerNow } from "#components/kit/api/server-clock.ts";
import { OneTimeSecret } from "#components/kit/code/one-time-secret.tsx";
import { StatusBadge } from "#components/kit/facts/status-badge.tsx";
import { LastTime, TimeStamp } from "#components/kit/facts/time-stamp.tsx";
import { CheckboxChoices } from "#components/kit/form/checkbox-choices.tsx";
import { ConfirmDialog } from "#components/kit/form/confirm-dialog.tsx";
import { Field } from "#components/kit/form/field.tsx";
import type { Column } from "#components/kit/list/data-row.tsx";
import { DataTable } from "#components/kit/list/data-table.tsx";
import { EmptyState } from "#components/kit/states/empty-state.tsx";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { useEnvironment } from "#components/shell/environment.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { NamedKey } from "#lib/account/keys/list.ts";
import { maxKeyNameLength } from "#lib/account/keys/schema.ts";
import { withFirst } from "#lib/platform/i18n/moments.ts";
import { rights as allRights } from "#lib/platform/wire/rights.ts";
import type { Right } from "#lib/platform/wire/rights.ts";

const idOf = ({ id }: NamedKey) => id;
const dayMs = 86_400_000;

/** The named keys of an environment, one for each system of the partner (rules/access.md#named-1). */
export function NamedKeys({ isOwner, owners }: { isOwner: boolean; owners: readonly string[] }) {
  const environment = useEnvironment();
  const t = useTranslations("keys.named");
  const query = useQuery(namedKeysQuery(environment));
  const columns: Column<NamedKey>[] = [
    {
      key: "name",
      header: t("name"),
      cell: ({ name, preview }) => (
        <span className="grid">
          <span className="font-medium max-sm:truncate">{name}</span>
          <code className="font-mono text-sm whitespace-nowrap text-muted-foreground">{preview}…</code>
        </span>
      ),
    },
    { key: "state", header: t("state"), cell: ({ state }) => <StatusBadge of="key" status={state} />, phone: "end" },
    {
      key: "rights",
      header: t("rights"),
      cell: ({ rights }) => (
        <span className="flex flex-wrap gap-1">
          {rights.map((right) => (
            <Badge key={right} tone="outline">
              {right}
            </Badge>
          ))}
        </span>
      ),
      phone: "line",
    },
    { key: "lastUsedAt", header: t("lastUsed"), cell: ({ lastUsedAt }) => <LastTime at={lastUsedAt} never={t("unused")} /> },
    {
      key: "expiresAt",
      header: t("expiry"),
      cell: ({ expiresAt }) => (expiresAt === null ? t("never") : <TimeStamp at={expiresAt} focusable />),
    },
    { key: "createdBy", header: t("createdBy"), cell: ({ createdBy }) => createdBy ?? "Covergate", from: "wide" },
    {
      key: "actions",
      header: t("actions"),
      cell: (row) => (isWorking(row) && (isOwner || row.isOwn) ? <KeyActions data={row} isOwner={isOwner} /> : null),
      phone: "belowEnd",
    },
  ];
  return (
    <section aria-labelledby="named-keys" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <h2 id="named-keys" className="text-lg font-semibold tracking-tight">
            {t("title")}
          </h2>
          <Description owners={isOwner ? [] : owners} />
        </div>
        {isOwner || environment === "development" ? <CreateKey /> : null}
      </div>
      {query.data === undefined ? (
        query.error === null ? (
          <Skeleton className="h-32" />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <DataTable
          label={t("title")}
          columns={columns}
          rows={query.data}
          query={query}
          idOf={idOf}
          empty={
            <EmptyState icon={KeyRound} title={t("emptyTitle")}>
              {t("empty")}
            </EmptyState>
          }
        />
      )}
    </section>
  );
}

/** Names the owners to somebody who is none. */
function Description({ owners }: { owners: readonly string[] }) {
  const environment = useEnvironment();
  const t = useTranslations("keys.named");
  const names = useFormatter().list(owners, { type: "disjunction" });
  return (
    <p className="text-muted-foreground">
      {t("description")} {owners.length === 0 ? null : t(`ownersRevoke.${environment}`, { names })}
    </p>
  );
}

function CreateKey() {
  const environment = useEnvironment();
  const t = useTranslations("keys.named");
  const what = useTranslations("keys")("what");
  const client = useQueryClient();
  const now = useServerNow();
  const [fields, setFields] = useState(emptyFields);
  const [issued, setIssued] = useState<string>();
  return (
    <>
      <ConfirmDialog
        trigger={
          <Button onClick={() => setFields(emptyFields)} icon={Plus}>
            {t("create")}
          </Button>
        }
        title={t("create")}
        description={t("createHint")}
        confirm={t("create")}
        isReady={isComplete(fields)}
        onConfirm={async () => {
          const { text } = await api.keys.create.mutate({ environment, name: fields.name, ...restrictionOf(fields, now) });
          setIssued(text);
          void refreshKeys(client);
        }}
      >
        <NamedKeyFields value={fields} onChange={setFields} />
      </ConfirmDialog>
      <OneTimeSecret secret={issued} what={what} title={t("issuedTitle")} description={t("issued")} onClose={() => setIssued(undefined)} />
    </>
  );
}

/** Owners change and revoke keys; a developer revokes the own ones of Development. */
function KeyActions({ data, isOwner }: { data: NamedKey; isOwner: boolean }) {
  const environment = useEnvironment();
  const t = useTranslations("keys.named");
  const client = useQueryClient();
  const now = useServerNow();
  const { id: keyId, name } = data;
  const [fields, setFields] = useState(emptyFields);
  return (
    <span className="flex justify-end gap-2">
      {isOwner ? (
        <ConfirmDialog
          trigger={
            <Button
              variant="outline"
              size="sm"
              aria-label={t("changeWhich", { name })}
              onClick={() => setFields(fieldsOf(data))}
              icon={Pencil}
            >
              {t("change")}
            </Button>
          }
          title={t("changeWhich", { name })}
          description={t("changeHint")}
          confirm={t("save")}
          isReady={isComplete(fields)}
          onConfirm={async () => {
            await api.keys.rename.mutate({ environment, keyId, name: fields.name });
            await api.keys.restrict.mutate({ environment, keyId, ...restrictionOf(fields, now, data.expiresAt) });
            notify("success", t("saved"));
            void refreshKeys(client);
          }}
        >
          <NamedKeyFields value={fields} expiresAt={data.expiresAt} onChange={setFields} />
        </ConfirmDialog>
      ) : null}
      <ConfirmDialog
        trigger={
          <Button variant="outline" size="sm" aria-label={t("endWhich", { name })} icon={CircleStop}>
            {t("end")}
          </Button>
        }
        title={t("endWhich", { name })}
        description={t("endHint")}
        confirm={t("end")}
        isDestructive
        onConfirm={async () => {
          await api.keys.endNamed.mutate({ environment, keyId });
          notify("success", t("ended"));
          void refreshKeys(client);
        }}
      >
        <KeyCalls data={data} isAtRisk />
      </ConfirmDialog>
    </span>
  );
}

function restrictionOf(fields: KeyFields, now: Date, before: Date | null = null) {
  const { lifetime } = fields;
  const ends = { kept: before, none: null };
  const expiresAt = lifetime === "kept" || lifetime === "none" ? ends[lifetime] : new Date(now.getTime() + Number(lifetime) * dayMs);
  return { rights: rightsOf(fields), expiresAt };
}

function fieldsOf({ name, rights, expiresAt }: NamedKey): KeyFields {
  const [only] = rights;
  const kind = rights.length === 1 && (only === "full" || only === "read") ? only : "resources";
  return { name, kind, chosen: kind === "resources" ? rights : [], lifetime: expiresAt === null ? "none" : "kept" };
}

/** `read` first: further rights are given on purpose. */
const rightKinds = ["read", "resources", "full"] as const;
const lifetimes = ["none", "30", "90", "365"] as const;

interface KeyFields {
  name: string;
  kind: (typeof rightKinds)[number];
  /** The rights of `resources`. */
  chosen: Right[];
  /** `kept` leaves the expiry of a key as it is. */
  lifetime: (typeof lifetimes)[number] | "kept";
}

const emptyFields: KeyFields = { name: "", kind: "read", chosen: [], lifetime: "none" };

function isComplete({ name, kind, chosen }: KeyFields): boolean {
  return name.trim() !== "" && (kind !== "resources" || chosen.length > 0);
}

function rightsOf({ kind, chosen }: KeyFields): Right[] {
  return kind === "resources" ? chosen : [kind];
}

const resourceRights = allRights.filter((right) => right.includes(":"));

/** The name, rights and lifetime of a named key. `expiresAt` is that of a key that is changed, if it has one. */
function NamedKeyFields({
  value,
  expiresAt,
  onChange,
}: {
  value: KeyFields;
  expiresAt?: Date | null;
  onChange: (value: KeyFields) => void;
}) {
  const t = useTranslations("keys.named");
  const format = useFormatter();
  const offered = expiresAt ? (["kept", ...lifetimes] as const) : lifetimes;
  const labelOf = (lifetime: KeyFields["lifetime"]) => {
    if (lifetime === "none") return t("never");
    if (lifetime !== "kept") return t("days", { days: Number(lifetime) });
    return t("kept", { day: expiresAt ? withFirst(format.dateTime(expiresAt, { day: "numeric", month: "short", year: "numeric" })) : "" });
  };
  const set = (changed: Partial<KeyFields>) => onChange({ ...value, ...changed });
  return (
    <div className="grid gap-4">
      <Field label={t("name")} hint={t("nameHint")}>
        {(control) => (
          <Input
            {...control}
            value={value.name}
            maxLength={maxKeyNameLength}
            autoComplete="off"
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("rights")} hint={t(`kindHints.${value.kind}`)}>
        {(control) => (
          <NativeSelect
            {...control}
            value={value.kind}
            onChange={(event) => set({ kind: rightKinds.find((kind) => kind === event.target.value) ?? "read" })}
          >
            {rightKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`kinds.${kind}`)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      {value.kind === "resources" ? (
        <CheckboxChoices
          legend={t("resources")}
          choices={resourceRights.map((right) => ({ value: right, label: right }))}
          value={value.chosen}
          onChange={(chosen) => set({ chosen })}
          warning={t("noRight")}
        />
      ) : null}
      <Field label={t("expiry")}>
        {(control) => (
          <NativeSelect
            {...control}
            value={value.lifetime}
            onChange={(event) => set({ lifetime: offered.find((lifetime) => lifetime === event.target.value) ?? "none" })}
          >
            {offered.map((lifetime) => (
              <option key={lifetime} value={lifetime}>
                {labelOf(lifetime)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </div>
  );
}
