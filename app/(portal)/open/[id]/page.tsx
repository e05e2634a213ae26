import { notFound, redirect } from "next/navigation";
import { requirePerson } from "#app/_session/session.ts";
import { findPage } from "#lib/partners/find-page.ts";

/** Leads to the page of whatever has this identifier; staff look it up. */
export default async function OpenPage({ params }: { params: Promise<{ id: string }> }) {
  const ctx = await requirePerson();
  const { id } = await params;
  if (ctx.user.partner === null) redirect(`/support/lookup?${new URLSearchParams({ q: decodeURIComponent(id) })}`);
  const page = await findPage(ctx, decodeURIComponent(id));
  if (page === undefined) notFound();
  redirect(page);
}
