import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orNotFound } from "#app/_session/or-not-found.ts";
import { requireStaff } from "#app/_session/session.ts";
import { known, Prefetched } from "#components/portal/prefetched.tsx";
import { PartnerDetail } from "#components/support/partner-detail.tsx";
import { partnerKeysAsked, partnerKeysQuery, partnerQuery, usersQuery } from "#components/support/queries.ts";
import { listForSupport } from "#lib/keys/list-for-support.ts";
import { read } from "#lib/partners/read.ts";
import { listUsers } from "#lib/users/list.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("partners"))("title") };
}

export default async function PartnerPage({ params }: { params: Promise<{ partnerId: string }> }) {
  const ctx = await requireStaff("support");
  const partner = await read(ctx, (await params).partnerId).catch(orNotFound);
  const { id } = partner;
  return (
    <Prefetched
      areas={["partners", "users", "shell"]}
      queries={[
        known(partnerQuery(id), Promise.resolve(partner)),
        known(partnerKeysQuery(id), listForSupport(ctx, partnerKeysAsked(id))),
        known(usersQuery(id), listUsers(ctx, id)),
      ]}
    >
      <PartnerDetail partnerId={id} />
    </Prefetched>
  );
}
