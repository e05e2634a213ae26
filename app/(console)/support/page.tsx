import { redirect } from "next/navigation";
import { requireStaff } from "#app/_session/session.ts";
import { supportNavigation } from "#components/shell/navigation.ts";

/** Redirects to the first page of the console that the user's role has. */
export default async function SupportPage() {
  const { user } = await requireStaff("operator");
  const first = supportNavigation.flatMap(({ items }) => items).find(({ roles }) => roles.includes(user.role));
  redirect(`/support${first?.path ?? "/settings"}`);
}
