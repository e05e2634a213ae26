import { currentUser } from "#app/_session/session.ts";
import { describeNotice, Notice } from "#components/kit/states/notice.tsx";
import { listOwners } from "#lib/account/users/owners.ts";

export const generateMetadata = () => describeNotice("forbidden");

export default async function Forbidden() {
  const partner = (await currentUser())?.partner ?? null;
  const owners = partner === null ? [] : await listOwners(partner.id);
  return <Notice kind="forbidden" givers={owners.map(({ name }) => name)} />;
}
