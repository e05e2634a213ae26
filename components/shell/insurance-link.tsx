"use client";

import { createContext, use } from "react";
import type { ComponentProps } from "react";
import { TextLink } from "#components/kit/facts/text-link.tsx";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import type { Role } from "#lib/platform/roles.ts";

const ViewerRole = createContext<Role | null>(null);

/** Gives the components of a page the role of whoever it was rendered for. */
export const ViewerRoleProvider = ViewerRole.Provider;

/** True if contracts, claims and rental companies are open to the viewer (rules/authority.md#roles-1). */
export function useSeesInsurance(): boolean {
  const role = use(ViewerRole);
  return role !== null && (isAmong("member", role) || isAmong("staff", role));
}

/** A link to a contract or claim; plain text for viewers to whom its page is closed. */
export function InsuranceLink({ href, className, children }: ComponentProps<typeof TextLink>) {
  if (!useSeesInsurance()) return <span className={className}>{children}</span>;
  return (
    <TextLink href={href} {...(className !== undefined && { className })}>
      {children}
    </TextLink>
  );
}
