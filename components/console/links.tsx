"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import type { Owner } from "#lib/account/partners/find-person.ts";
import type { Environment } from "#lib/platform/environments.ts";

const linkClasses = "text-link hover:underline [overflow-wrap:anywhere]";

export function LookUpLink({ id, children }: { id: string; children?: ReactNode }) {
  return (
    <Link
      href={`/support/lookup?${new URLSearchParams({ q: id })}`}
      className={children === undefined ? `font-mono text-sm ${linkClasses}` : linkClasses}
    >
      {children ?? id}
    </Link>
  );
}

/** A partner's name, linked to its page for roles that may see it. */
export function PartnerLink({
  id,
  name,
  tab,
  isSupport,
}: {
  id: string;
  name: string;
  /** The tab to open; the keys by default. */
  tab?: "users";
  isSupport: boolean;
}) {
  if (!isSupport) return <span className="[overflow-wrap:anywhere]">{name}</span>;
  return (
    <Link href={`/support/partners/${id}${tab === undefined ? "" : `?tab=${tab}`}`} className={linkClasses}>
      {name}
    </Link>
  );
}

/** A renter's name, linked to its page for roles that may see it. */
export function RenterLink({ uid, name, isSupport }: { uid: string; name: string; isSupport: boolean }) {
  if (!isSupport) return <span className="[overflow-wrap:anywhere]">{name}</span>;
  return (
    <Link href={`/support/renters/${encodeURIComponent(uid)}`} className={linkClasses}>
      {name}
    </Link>
  );
}

export function EnvironmentBadge({ environment }: { environment: Environment }) {
  const t = useTranslations("shell.environments");
  return (
    <span data-environment={environment} className="inline-flex">
      <Badge tone="environment">{t(environment)}</Badge>
    </span>
  );
}

/** The partner and environment of something. */
export function OwnerLink({ owner, isSupport }: { owner: Owner; isSupport: boolean }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <PartnerLink id={owner.partnerId} name={owner.partnerName} isSupport={isSupport} />
      <EnvironmentBadge environment={owner.environment} />
    </span>
  );
}
