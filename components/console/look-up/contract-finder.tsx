"use client";

import { useQuery } from "@tanstack/react-query";
import { FileCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useQueryState } from "nuqs";
import { LookUpLink } from "#components/console/links.tsx";
import { ContractProducts } from "#components/console/look-up/contract-products.tsx";
import { ContractFacts, Latest } from "#components/console/look-up/insurance.tsx";
import { ReopenContract } from "#components/console/look-up/reopen-contract.tsx";
import { TermSearch } from "#components/console/look-up/term-search.tsx";
import { contractFilters, contractQuery } from "#components/console/queries.ts";
import { CoverNow } from "#components/contracts/cover-now.tsx";
import { Card, CardAction, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card.tsx";
import type { FoundContract } from "#lib/developer/console/find-insurance.ts";
import type { Role } from "#lib/platform/roles.ts";

/** A cid, or the identifier of a product in a contract. */
const isIdentifier = (text: string) => /^(?:cpid_)?[\da-z]{26}$/i.test(text.trim());

/** Finds any partner's contract by its cid; support can reopen it here. The look-up answers other texts. */
export function ContractFinder({ role }: { role: Role }) {
  const t = useTranslations("lookup.contracts");
  const [asked, setAsked] = useQueryState("cid", contractFilters.cid.withOptions({ history: "push" }));
  const router = useRouter();
  const cid = asked?.trim() ?? "";
  const query = useQuery({ ...contractQuery(cid), enabled: cid !== "" });
  return (
    <TermSearch
      term={cid}
      onAsk={(next) => {
        if (next === "" || isIdentifier(next)) void setAsked(next === "" ? null : next);
        else router.push(`/support/lookup?${new URLSearchParams({ q: next })}`);
      }}
      query={query}
      count={(contract) => (contract === null ? 0 : 1)}
      icon={FileCheck}
      words={{
        label: t("label"),
        placeholder: t("placeholder"),
        confirm: t("find"),
        emptyTitle: t("emptyTitle"),
        empty: t("empty"),
        noneTitle: t("noneTitle"),
        none: t("none"),
      }}
    >
      {(contract) => (contract === null ? null : <Contract contract={contract} isSupport={role === "support"} />)}
    </TermSearch>
  );
}

function Contract({ contract, isSupport }: { contract: FoundContract; isSupport: boolean }) {
  const t = useTranslations("lookup.contracts");
  const word = useTranslations("lookup");
  const isOver = contract.status === "closed";
  const canReopen = isOver && contract.nextCid === null;
  return (
    <>
      <Card>
        <CardHeader>
          <CardTitle>{t("contract")}</CardTitle>
          {isSupport && canReopen ? (
            <CardAction>
              <ReopenContract cid={contract.cid} endedAt={contract.endDate} />
            </CardAction>
          ) : null}
          {isSupport && contract.status !== "open" ? (
            <CardDescription>{t(isOver ? (canReopen ? "canReopen" : "wasRenewed") : "onlyClosed")}</CardDescription>
          ) : null}
        </CardHeader>
        <CardContent className="grid gap-5">
          <CoverNow
            cover={contract.coverNow}
            isTest={contract.test}
            endReason={contract.endReason}
            next={contract.nextCid === null ? null : <LookUpLink id={contract.nextCid} />}
          />
          <ContractFacts contract={contract} isSupport={isSupport} isWhole />
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>{t("products")}</CardTitle>
        </CardHeader>
        <CardContent>
          <ContractProducts products={contract.products} />
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>{word("latest")}</CardTitle>
        </CardHeader>
        <CardContent>
          <Latest of={contract} />
        </CardContent>
      </Card>
    </>
  );
}
