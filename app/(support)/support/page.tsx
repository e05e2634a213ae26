import { redirect } from "next/navigation";
import { requireStaff } from "#app/_session/session.ts";
import { supportNavigation } from "#components/shell/navigation.ts";

/** The console begins with the first thing that one's role has there. */
export default async function SupportPage() {
  const { user } = await requireStaff();
  const first = supportNavigation.flatMap(({ items }) => items).find(({ roles }) => roles.includes(user.role));
  redirect(`/support${first?.path ?? "/settings"}`);
}
