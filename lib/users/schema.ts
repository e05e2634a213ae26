import { z } from "zod";
import { reason } from "#lib/audit/schema.ts";
import { partnerRoles, roles } from "#lib/users/schema-roles.ts";
import type { Role } from "#lib/users/schema-roles.ts";

/** The shortest password that is accepted, in characters. */
const minPasswordLength = 12;
const maxPasswordLength = 200;

export const email = z
  .email()
  .max(254)
  .transform((text) => text.toLowerCase());
export const password = z.string().min(minPasswordLength).max(maxPasswordLength);
export const personName = z.string().trim().min(1).max(120);

export const signInForm = z.object({ email: z.string().trim().min(1).max(254), password: z.string().min(1).max(maxPasswordLength) });
export const passwordForm = z.object({ token: z.string().min(1).max(200), password });

export const passwordChange = z.object({ currentPassword: z.string().min(1).max(maxPasswordLength), newPassword: password });
export type PasswordChange = z.input<typeof passwordChange>;

/** What support may change of a user, and why; what is left out stays as it is. */
export const userChange = z
  .strictObject({ role: z.enum(roles), disabled: z.boolean(), name: personName })
  .partial()
  .extend({ reason });
export type UserChange = z.input<typeof userChange>;

/** How somebody proved who they are when they signed in; `password` with a second step where they have one. */
export type SignInMethod = "password" | "identity provider" | "passkey";

/** A code of an authenticator app, which some show in two groups. */
const appCode = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/));

const recoveryCode = z.string().trim().min(1).max(40);

/** Bytes as browsers write them in JSON. */
const bytes = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/);
const credential = z.object({
  id: bytes.min(1).max(1400),
  rawId: bytes.min(1).max(1400),
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}),
});

/** What a browser answers that was asked to sign with a passkey. */
export const passkeyAnswer = credential.extend({
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes.default("") }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** What a browser answers that was asked to create a passkey, and what its owner calls it. */
export const newPasskey = z.object({
  name: z.string().trim().min(1).max(60),
  credential: credential.extend({
    response: z.object({ clientDataJSON: bytes, attestationObject: bytes, transports: z.array(z.string().max(20)).max(10).default([]) }),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;

export const appConfirmation = z.object({ code: appCode });

/** The second step of a sign-in. */
export const secondStep = z.union([z.object({ code: appCode }), z.object({ recoveryCode }), z.object({ passkey: passkeyAnswer })]);
export type SecondStep = z.output<typeof secondStep>;

/** How somebody proves again who they are. */
export const reauthentication = z.union([
  z.object({ code: appCode }),
  z.object({ password: z.string().min(1).max(maxPasswordLength) }),
  z.object({ passkey: passkeyAnswer }),
]);
export type Reauthentication = z.output<typeof reauthentication>;

/** Somebody who is signed in, as their row says at this moment. */
export interface SessionUser {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** The partner whose staff this is; null for the operator's own. */
  partner: { id: string; name: string } | null;
}

/** The session that a request comes with. */
export interface CurrentSession {
  id: string;
  /** When the user last proved who they are. */
  authenticatedAt: Date;
  /** Whether the user has a passkey or an authenticator app. */
  hasSecondFactor: boolean;
  /** The newest sign-in on a new device that the user has not said to be their own, and how many there are. */
  newDevice: { count: number; sessionId: string; userAgent: string; address: string; at: Date } | null;
}

export interface SignedIn {
  user: SessionUser;
  session: CurrentSession;
}

/** Whom a partner's page invites. */
export const partnerInvitation = z.strictObject({ name: personName, email, role: z.enum(partnerRoles) });
