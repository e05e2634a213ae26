import { requirePartner } from "#app/_session/session.ts";
import type { WorldPageProps } from "#app/_session/session.ts";
import { titled } from "#app/_session/titled.ts";
import { ApiIntegration } from "#components/keys/api-integration.tsx";
import { keysQuery } from "#components/keys/queries.ts";
import { prefetch, Prefetched } from "#components/kit/api/prefetched.tsx";
import { isAmong } from "#lib/account/users/rules/authority.ts";

export const generateMetadata = titled("settings.tabs.apiIntegration");

export default async function ApiIntegrationPage({ params }: WorldPageProps) {
  const ctx = await requirePartner((await params).environment, "developer");
  const { environment } = ctx.world;
  await prefetch(ctx, keysQuery(environment));
  return (
    <Prefetched areas={["keys", "settings"]}>
      <ApiIntegration environment={environment} isOwner={isAmong("owner", ctx.user.role)} />
    </Prefetched>
  );
}
