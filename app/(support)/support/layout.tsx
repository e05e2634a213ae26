import type { ReactNode } from "react";
import { requireStaff } from "#app/_session/session.ts";
import { Shell } from "#components/portal/shell.tsx";

export default async function SupportLayout({ children }: { children: ReactNode }) {
  const { user } = await requireStaff();
  return <Shell viewer={{ user }}>{children}</Shell>;
}
