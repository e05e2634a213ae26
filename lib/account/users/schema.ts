import { z } from "zod";
import type { signInMethods } from "#db/schema/enums.ts";
import { maxPasswordLength, minPasswordLength } from "#lib/account/users/rules/password.ts";
import { partnerRoles, roles, staffRoles } from "#lib/platform/roles.ts";
import type { Role } from "#lib/platform/roles.ts";
import { printable } from "#lib/platform/text/characters.ts";
import { emailAddress, textLine, visible } from "#lib/platform/text/contacts.ts";
import { reason } from "#lib/platform/wire/reason.ts";
import { identifier } from "#lib/platform/wire/wire.ts";

/** Checked before it is put in lower case, since a letter of another alphabet can become one of ours. */
export const email = emailAddress.toLowerCase();
export const password = z.string().min(minPasswordLength).max(maxPasswordLength);
const personName = textLine(120);

export const signInForm = z.object({
  email: visible.min(1).max(254).regex(printable),
  password: z.string().min(1).max(maxPasswordLength),
});
export const passwordForm = z.object({ token: z.string().min(1).max(200), password });

export const passwordChange = z.object({ currentPassword: z.string().min(1).max(maxPasswordLength), newPassword: password });
export type PasswordChange = z.input<typeof passwordChange>;

export const userChange = z
  .strictObject({
    role: z.enum(roles),
    disabled: z.boolean(),
    name: personName,
    /** Confirms that the partner is left without an active owner. */
    leavesNoOwner: z.boolean(),
  })
  .partial()
  .extend({ reason });
export type UserChange = z.input<typeof userChange>;

/** An owner need not say why. */
export const teamReason = z.strictObject({ reason: reason.or(z.literal("")).default("") });

/** The fields of a colleague that an owner can change. */
export const teamChange = userChange.pick({ role: true, disabled: true }).extend(teamReason.shape);
export type TeamChange = z.input<typeof teamChange>;

export const ownName = z.strictObject({ name: personName });

export type SignInMethod = (typeof signInMethods)[number];

/** Some apps show the code in two groups. */
const appCode = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/));

const recoveryCode = z.string().trim().min(1).max(40);

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

export const passkeyAnswer = credential.extend({
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes.default("") }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

export const newPasskey = z.object({
  name: textLine(60),
  credential: credential.extend({
    response: z.object({ clientDataJSON: bytes, attestationObject: bytes, transports: z.array(z.string().max(20)).max(10).default([]) }),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;

export const appConfirmation = z.object({ code: appCode });

export const secondStep = z.union([z.object({ code: appCode }), z.object({ recoveryCode }), z.object({ passkey: passkeyAnswer })]);
export type SecondStep = z.output<typeof secondStep>;

export const reauthentication = z.union([
  z.object({ code: appCode }),
  z.object({ password: z.string().min(1).max(maxPasswordLength) }),
  z.object({ passkey: passkeyAnswer }),
]);
export type Reauthentication = z.output<typeof reauthentication>;

export interface SessionUser {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** Null for the operator's staff. */
  partner: { id: string; name: string } | null;
}

export interface CurrentSession {
  id: string;
  /** The last proof of identity that counts: for users with a second factor, the last proof by it. */
  authenticatedAt: Date;
  hasSecondFactor: boolean;
  /** The newest unacknowledged sign-in on a new device, and their number. */
  newDevice: { count: number; sessionId: string; userAgent: string; address: string; at: Date } | null;
}

export interface SignedIn {
  user: SessionUser;
  session: CurrentSession;
}

export const staffInvitation = z.strictObject({ name: personName, email, role: z.enum(staffRoles) });
export const teamInvitation = staffInvitation.extend({ role: z.enum(partnerRoles) });
export const userInvitation = teamInvitation.extend({ partnerId: identifier });

/** `partnerId` is null for the operator's staff. */
export const invitation = staffInvitation.extend({ partnerId: identifier.nullable(), role: z.enum(roles) });
export type Invitation = z.input<typeof invitation>;
