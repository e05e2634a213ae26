import type { ReactNode } from "react";
import { requirePartner } from "#app/_session/session.ts";
import { KeyNotices } from "#components/keys/key-notices.tsx";
import { Shell } from "#components/portal/shell.tsx";
import { listNotices } from "#lib/keys/list-notices.ts";
import { isAmong } from "#lib/users/rules/audience.ts";

export default async function PartnerLayout({ params, children }: { params: Promise<{ environment: string }>; children: ReactNode }) {
  const ctx = await requirePartner((await params).environment);
  const { user, now } = ctx;
  const { environment } = ctx.world;
  return (
    <Shell viewer={{ user, environment }}>
      {isAmong("owner", user.role) ? <KeyNotices environment={environment} notices={await listNotices(ctx)} now={now} /> : null}
      {children}
    </Shell>
  );
}
