import type { Part } from "#db/constant-statement.ts";
import type { Actor } from "#db/schema/security.ts";
import type { MarkedSource } from "#lib/account/worlds/call-sources.ts";
import type { Feature } from "#lib/account/worlds/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { Role } from "#lib/platform/roles.ts";
import type { Moment, WorldClock } from "#lib/platform/time/clock.ts";

/** A partner's environment, which is all that one API key sees. */
export interface World {
  id: number;
  partnerId: string;
  environment: Environment;
}

/** The partner's settings when the call came in. */
export interface PartnerSettings {
  features: readonly Feature[];
  openContractsLimit: number | null;
  tariffId: string | null;
}

interface Acting {
  actor: Actor;
  /** Null for jobs and the admin command. */
  address: string | null;
}

/** The context of work outside of worlds, in real time. */
export interface ActingContext extends Acting {
  now: Date;
}

export type AuditedContext = ActingContext | (Acting & Pick<Moment, "realTime">);

/** A write with an `Idempotency-Key`: `transact` stores its answer with the change (rules/idempotency.md#keys-2). */
export interface IdempotentWrite {
  /** Called first in the transaction; throws while another call under the key is in progress. */
  open(tx: object): Promise<void>;
  /** Called last in the transaction; throws where the key was answered meanwhile, which rolls the change back. */
  store(tx: object, answer: unknown): Promise<void>;
  /** Called if the transaction failed, and its stored answer is gone: the write may be made in another one. */
  forget(): void;
}

/** The same for a change that may be one statement. */
export interface IdempotentStatement extends IdempotentWrite {
  /** Stores the answer, as a part of the statement that makes the whole change, whose errors are for `explain`. */
  storing(answer: unknown): Part;
  /** Returns the error of the caller for one of that statement. */
  explain(error: unknown): unknown;
}

export interface TransactionContext {
  idempotency?: IdempotentWrite | undefined;
}

/** The context of changes within a world, by a call or a job. `now` is the world's time. */
export interface WorldContext extends Moment {
  /** The call, the link by which the insured acts, or the scenario of the sandbox; null for other jobs and for support. */
  executionId: string | null;
  world: Pick<World, "id">;
}

export interface ApiContext extends WorldContext, Acting, TransactionContext {
  executionId: string;
  idempotency?: IdempotentStatement | undefined;
  world: World;
  clock: WorldClock;
  partner: PartnerSettings;
  /** The caller other than the partner's own system; absent for that system. */
  source?: MarkedSource | undefined;
  /** The person who makes the call in the portal. */
  sentFor?: Actor | undefined;
}

/** The context of verbs of the developer space. Webhooks, deliveries, calls and keys go by real time, so there is no `now`. */
export interface PortalContext extends Acting, Pick<Moment, "realTime"> {
  world: Pick<World, "id" | "environment">;
}

export interface StaffContext extends ActingContext {
  actor: Extract<Actor, { type: "staff" }>;
}

declare const role: unique symbol;
/** Proof in the type that the actor's role was checked. Only `lib/account/users/roles.ts` creates one. */
export interface HasRole<Name extends Exclude<Role, "developer-member">> {
  readonly [role]: { readonly [Each in Name]: true };
}

/** An owner of the partner, or the operator at the admin command. */
export type OwnerContext = PortalContext & HasRole<"owner" | "developer">;
/** Somebody of the partner who sees its developer space, owners among them, or the operator at the admin command. */
export type DeveloperContext = PortalContext & HasRole<"developer">;
/** An administrator of the operator's staff, or the operator at the admin command. */
export type AdministratorContext = StaffContext & HasRole<"administrator">;
/** Support, or the operator at the admin command. Claim handlers are staff too. */
export type SupportContext = StaffContext & HasRole<"support">;
/** The context of an owner who manages the people of their partner, in both environments. */
export type TeamContext = ActingContext & HasRole<"owner"> & { actor: Extract<Actor, { type: "user" }> };
/** A claim handler, or the operator at the admin command. Support only reads claims. */
export type HandlerContext = StaffContext & HasRole<"handler">;
/** The operator at the admin command, to whom everything is open. */
export type OperatorContext = StaffContext & HasRole<Exclude<Role, "developer-member">>;
