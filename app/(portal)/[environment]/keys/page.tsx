import { Plug } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { KeyList } from "#components/keys/key-list.tsx";
import { Plan } from "#components/keys/plan.tsx";
import { keysQuery, namedKeysQuery } from "#components/keys/queries.ts";
import { RegenerateOwnKey } from "#components/keys/regenerate-own-key.tsx";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { PageHeader } from "#components/shell/page-header.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { listOwners } from "#lib/account/users/owners.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import { readPlan } from "#lib/developer/overview/read.ts";

export const generateMetadata = titled("keys.title");

export default async function KeysPage({ params }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "developer");
  const [t, plan, owners] = await Promise.all([getTranslations("keys"), readPlan(ctx), listOwners(ctx.user.partner?.id ?? "")]);
  const { environment } = ctx.world;
  const isOwner = isAmong("owner", ctx.user.role);
  await prefetch(ctx, keysQuery(environment), namedKeysQuery(environment));
  return (
    <Prefetched areas={["keys", "overview"]}>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <>
            {isOwner && environment === "development" ? <RegenerateOwnKey /> : null}
            <LinkButton variant="outline" href={`/${environment}/settings/api-integration`} icon={Plug}>
              {t("integration")}
            </LinkButton>
          </>
        }
      />
      <KeyList isOwner={isOwner} owners={owners.map(({ name }) => name)} />
      <Plan environment={environment} plan={plan} />
    </Prefetched>
  );
}
