import type { Moment, WorldClock } from "#lib/clock.ts";
import type { Environment, Feature } from "#lib/partners/schema.ts";

/** Who acts. The scope check on it is the first line of every verb. */
export type Actor =
  | { type: "apiKey"; keyId: string; partnerId: string }
  /** A partner's staff in the portal. */
  | { type: "user"; userId: string; partnerId: string | null }
  /** The operator's staff: in the console by their user, or at the admin command. */
  | { type: "staff"; name: string; userId?: string }
  | { type: "system"; job: string };

/** The part of the data that one API key sees: a partner's development or production environment. */
export interface World {
  id: number;
  partnerId: string;
  environment: Environment;
}

/** The partner's settings as they are at the moment of the call. */
export interface PartnerSettings {
  features: readonly Feature[];
  openContractsLimit: number | null;
  tariffId: string | null;
}

/** Who does something, and from where: what the audit log notes of it (lib/audit/note.ts). */
interface Acting {
  actor: Actor;
  /** The network address that it was asked from; null for a job and the admin command. */
  address: string | null;
}

/** What is done in no world: there is no other time than the real one. */
export interface ActingContext extends Acting {
  now: Date;
}

/** What an audit entry is written from. */
export type AuditedContext = ActingContext | (Acting & Pick<Moment, "realTime">);

/** A write with an `Idempotency-Key`: `transact` stores its answer in the transaction of the change (resolutions.md § 12). */
export interface IdempotentWrite {
  /** First in the transaction; throws while another call under the key is in its own. */
  open(tx: object): Promise<void>;
  /** Last in the transaction: stores what the verb answers. Throws where the key was answered meanwhile, so that nothing is changed twice. */
  store(tx: object, answer: unknown): Promise<void>;
  /** Where the first call stopped that answered in batches (lib/idempotency/stored-answers.ts); undefined where there is nothing to go on with. */
  resumeAt: string | undefined;
}

/** What a transaction must know of the call that it is made for. */
export interface TransactionContext {
  idempotency?: IdempotentWrite | undefined;
}

/** What a change within a world is made with, by a call or by a job. No rule and no verb reads the wall: `now` is the world's time. */
export interface WorldContext extends Moment {
  /** The call that the change is made for; null where a job or support makes it. */
  executionId: string | null;
  world: Pick<World, "id">;
}

/** What every verb of the public API is given. */
export interface ApiContext extends WorldContext, Acting, TransactionContext {
  executionId: string;
  world: World;
  clock: WorldClock;
  partner: PartnerSettings;
}

/**
 * What the verbs of the developer space are given: a person of the partner, or the operator in their place, acts in one world. Webhooks,
 * deliveries, calls and keys go by the real time, so that these verbs know no other.
 */
export interface PortalContext extends Acting, Pick<Moment, "realTime"> {
  world: Pick<World, "id">;
}

/** What verbs of the operator's side are given: the admin command, later the support console. */
export interface StaffContext extends ActingContext {
  actor: Extract<Actor, { type: "staff" }>;
}
