import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound, requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { Prefetched, prefetch } from "#components/kit/api/prefetched.tsx";
import { renewalHistoryQuery, renewalQuery } from "#components/renewals/queries.ts";
import { RenewalView } from "#components/renewals/renewal-view.tsx";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import { contractTitle } from "#lib/delivery/deliveries/subject.ts";

export async function generateMetadata({ params }: WorldPageProps<"arid">): Promise<Metadata> {
  const { environment, arid } = await params;
  const ctx = await requirePartner(environment, "member");
  const [{ subject, cid }] = await prefetch(ctx, renewalQuery(ctx.world.environment, arid)).catch(orNotFound);
  return { title: (await getTranslations("renewals"))("oneTitle", { id: contractTitle(subject, cid) }) };
}

export default async function RenewalPage({ params }: WorldPageProps<"arid">) {
  const { environment: name, arid } = await params;
  const ctx = await requirePartner(name, "member");
  const { environment } = ctx.world;
  await prefetch(ctx, renewalQuery(environment, arid), renewalHistoryQuery(environment, arid)).catch(orNotFound);
  return (
    <Prefetched areas={["renewals", "contracts"]}>
      <RenewalView arid={arid} isDeveloper={isAmong("developer", ctx.user.role)} />
    </Prefetched>
  );
}
