"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { trpc } from "#components/kit/api/api.ts";
import { Alert } from "#components/ui/alert.tsx";
import type { Filling } from "#lib/account/worlds/fills.ts";
import type { Environment } from "#lib/platform/environments.ts";

const everyMs = 2000;

/** Says on every page of the demo how far its data are; the page is read again once they are complete. */
export function FillingNotice({ environment, initial }: { environment: Environment; initial: Filling }) {
  const t = useTranslations("overview.filling");
  const client = useQueryClient();
  const { data: filling = initial } = useQuery(
    trpc.overview.filling.queryOptions({ environment }, { refetchInterval: ({ state }) => (state.data === null ? false : everyMs) }),
  );
  const isFilled = filling === null;
  useEffect(() => {
    if (isFilled) void client.invalidateQueries();
  }, [isFilled, client]);
  return (
    <output className="mb-4 block empty:hidden">
      {filling === null ? null : <Alert>{filling.planned === 0 ? t("begins") : t("goesOn", { ...filling })}</Alert>}
    </output>
  );
}
