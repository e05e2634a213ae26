import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { requirePartner } from "#app/_session/session.ts";
import { ApiIntegration } from "#components/keys/api-integration.tsx";
import { keysQuery } from "#components/keys/queries.ts";
import { known, Prefetched } from "#components/kit/api/prefetched.tsx";
import { listOfWorld } from "#lib/account/keys/list.ts";

interface Props {
  params: Promise<{ environment: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("tabs.apiIntegration") };
}

export default async function ApiIntegrationPage({ params }: Props) {
  const ctx = await requirePartner((await params).environment, "owner");
  const { environment } = ctx.world;
  return (
    <Prefetched areas={["keys", "settings"]} queries={[known(keysQuery(environment), listOfWorld(ctx))]}>
      <ApiIntegration environment={environment} />
    </Prefetched>
  );
}
