import type { ReactNode } from "react";
import { requirePartner } from "#app/_session/session.ts";
import { Shell } from "#components/portal/shell.tsx";

export default async function PartnerLayout({ params, children }: { params: Promise<{ environment: string }>; children: ReactNode }) {
  const { user, world } = await requirePartner((await params).environment);
  return <Shell viewer={{ user, environment: world.environment }}>{children}</Shell>;
}
