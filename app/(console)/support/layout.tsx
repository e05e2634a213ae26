import type { ReactNode } from "react";
import { requireStaff } from "#app/_session/session.ts";
import { SecurityNotices } from "#components/auth/security-notices.tsx";
import { Shell } from "#components/shell/shell.tsx";

export default async function SupportLayout({ children }: { children: ReactNode }) {
  const ctx = await requireStaff("operator");
  return (
    <Shell viewer={{ user: ctx.user }}>
      <div className="print:hidden">
        <SecurityNotices signedIn={ctx} root="/support" />
      </div>
      {children}
    </Shell>
  );
}
