"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { api } from "#components/kit/api/api.ts";
import { SearchFilter } from "#components/kit/filters/filters.tsx";
import { Field } from "#components/kit/form/field.tsx";
import { FormDialogFooter, FormError } from "#components/kit/form/form.tsx";
import { useAction } from "#components/kit/form/use-action.ts";
import { ErrorState } from "#components/kit/states/error-state.tsx";
import { notify } from "#components/kit/states/notify.ts";
import { refreshRenters, renterChoicesQuery } from "#components/renters/queries.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogContent, DialogHeader, DialogTrigger } from "#components/ui/dialog.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { RadioGroup, RadioGroupItem } from "#components/ui/radio-group.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { RegisteredRenter } from "#lib/insurance/renters/list.ts";
import { environments } from "#lib/platform/environments.ts";
import type { ListPage } from "#lib/platform/lists/portal-lists.ts";

/** Instead of an environment: the partner attaches the renter itself. */
const byPartner = "partner";

export function AttachRenter({ partnerId }: { partnerId: string }) {
  const t = useTranslations("companies.attach");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button icon={Link2}>{t("open")}</Button>
      </DialogTrigger>
      <DialogContent>
        <DialogHeader title={t("title")} description={t("meaning")} />
        <AttachmentForm partnerId={partnerId} onDone={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

function AttachmentForm({ partnerId, onDone }: { partnerId: string; onDone: () => void }) {
  const t = useTranslations("companies.attach");
  const names = useTranslations("shell.environments");
  const client = useQueryClient();
  const [search, setSearch] = useState("");
  const found = useQuery(renterChoicesQuery(search, partnerId));
  const [uid, setUid] = useState("");
  // A renter that the current search does not show is not selected.
  const chosen = found.data?.rows.find((renter) => renter.uid === uid);
  // No environment is preselected, since production is real. With `byPartner` the partner attaches the renter itself.
  const [place, setPlace] = useState("");
  const environment = environments.find((name) => name === place);
  const isAttached = environment !== undefined && chosen?.attachedIn.includes(environment) === true;
  const { isBusy, error, start } = useAction(async () => {
    if (chosen === undefined || place === "") return;
    const { uid: renterUid, company: renter } = chosen;
    await api.console.renters.attach.mutate({ partnerId, environment, uid: renterUid });
    await refreshRenters(client);
    notify("success", environment === undefined ? t("opened", { renter }) : t("done", { renter, environment: names(environment) }));
    onDone();
  });

  return (
    <div className="grid gap-4">
      <FormError error={error} />
      {/* Outside the form, so that Enter in the search does not submit it. */}
      <RenterChoice search={search} onSearch={setSearch} renters={found} chosen={chosen?.uid ?? ""} onChoose={setUid} />
      <form className="grid gap-4" onSubmit={start}>
        <Field label={t("environment")}>
          {(control) => (
            <NativeSelect {...control} required value={place} onChange={(event) => setPlace(event.target.value)}>
              <option value="" disabled>
                {t("chooseEnvironment")}
              </option>
              {environments.map((name) => (
                <option key={name} value={name}>
                  {names(name)}
                </option>
              ))}
              <option value={byPartner}>{t("byPartner")}</option>
            </NativeSelect>
          )}
        </Field>
        <FormDialogFooter confirm={t("confirm")} isBusy={isBusy} isReady={chosen !== undefined && place !== "" && !isAttached} />
      </form>
    </div>
  );
}

function RenterChoice({
  search,
  onSearch,
  renters: found,
  chosen,
  onChoose,
}: {
  search: string;
  onSearch: (search: string) => void;
  renters: UseQueryResult<ListPage<RegisteredRenter>, unknown>;
  chosen: string;
  onChoose: (uid: string) => void;
}) {
  const t = useTranslations("companies");
  const names = useTranslations("shell.environments");
  const format = useFormatter();
  const id = useId();
  return (
    <div className="grid gap-2">
      <SearchFilter
        label={t("searchLabel")}
        placeholder={t("searchPlaceholder")}
        value={search}
        onChange={onSearch}
        className="sm:w-full"
      />
      <div className="min-h-44 rounded-lg border p-1.5">
        {found.data === undefined && found.error !== null ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
        {found.isPending ? <Skeleton className="h-40" /> : null}
        {found.data?.rows.length === 0 ? <p className="px-3 py-10 text-center text-muted-foreground">{t("noMatchTitle")}</p> : null}
        <RadioGroup aria-label={t("attach.renter")} value={chosen} onValueChange={onChoose} className="gap-0">
          {found.data?.rows.map((renter, index) => (
            <label
              key={renter.uid}
              htmlFor={`${id}-${index}`}
              className="flex cursor-pointer items-start gap-2.5 rounded-md px-2.5 py-2 hover:bg-accent has-data-[state=checked]:bg-accent"
            >
              <RadioGroupItem id={`${id}-${index}`} value={renter.uid} className="mt-0.5" />
              <span className="min-w-0">
                <span className="block [overflow-wrap:anywhere]">{renter.company}</span>
                <span className="block text-sm text-muted-foreground [overflow-wrap:anywhere]">
                  <code className="font-mono">{renter.uid}</code> · {renter.city}
                </span>
                {renter.attachedIn.length === 0 ? null : (
                  <span className="block text-sm font-medium">
                    {t("attach.alreadyIn", { environments: format.list(renter.attachedIn.map((environment) => names(environment))) })}
                  </span>
                )}
              </span>
            </label>
          ))}
        </RadioGroup>
      </div>
    </div>
  );
}
