import { z } from "zod";
import { reason } from "#lib/audit/schema.ts";

/** What people may do: `owner` sees the developer space, `member` everything else of a partner; `support` and `handler` are the operator's (portal.md). */
export const roles = ["owner", "member", "support", "handler"] as const;
export type Role = (typeof roles)[number];

export const partnerRoles = ["owner", "member"] as const satisfies readonly Role[];
export const staffRoles = ["support", "handler"] as const satisfies readonly Role[];

/** The shortest password that is accepted, in characters. */
const shortestPassword = 12;
const longestPassword = 200;

export const email = z
  .email()
  .max(254)
  .transform((text) => text.toLowerCase());
export const password = z.string().min(shortestPassword).max(longestPassword);
export const personName = z.string().trim().min(1).max(120);

export const signInForm = z.object({ email: z.string().trim().min(1).max(254), password: z.string().min(1).max(longestPassword) });
export const passwordForm = z.object({ token: z.string().min(1).max(200), password });

export const passwordChange = z.object({ currentPassword: z.string().min(1).max(longestPassword), newPassword: password });
export type PasswordChange = z.input<typeof passwordChange>;

/** What support may change of a user, and why; what is left out stays as it is. */
export const userChange = z
  .strictObject({ role: z.enum(roles), disabled: z.boolean(), name: personName })
  .partial()
  .extend({ reason });
export type UserChange = z.input<typeof userChange>;

/** Somebody who is signed in, as their row says at this moment. */
export interface SessionUser {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** The partner whose staff this is; null for the operator's own. */
  partner: { id: string; name: string } | null;
}

/** Whom a partner's page invites. */
export const partnerInvitation = z.strictObject({ name: personName, email, role: z.enum(partnerRoles) });
