import { hash } from "node:crypto";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { partsStatement } from "#db/constant-statement.ts";
import type { Part } from "#db/constant-statement.ts";
import type { IdempotentStatement, World } from "#lib/account/worlds/context.ts";
import type { Call } from "#lib/api/answer.ts";
import { errorBody, successBody } from "#lib/api/envelope.ts";
import { targetOf } from "#lib/api/request.ts";
import { fingerprintOf, readIdempotencyKey } from "#lib/developer/idempotency/rules/key.ts";
import type { RequestContent } from "#lib/developer/idempotency/rules/key.ts";
import {
  changeStatus,
  findAnswer,
  isHeld,
  isTaken,
  lockKey,
  openAnswer,
  sealAnswer,
  storingOf,
} from "#lib/developer/idempotency/stored-answers.ts";
import type { KeyOfWorld, StoredAnswer } from "#lib/developer/idempotency/stored-answers.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { isWrite } from "#lib/platform/wire/endpoint.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

/** The keys in progress in this process. `lockKey` covers other processes. */
const inProgressKeys = new Set<string>();

type Outcome = Pick<StoredAnswer, "status" | "errorCode" | "body">;

/** Another call answered the key meanwhile, and this one's change was rolled back. */
class AnsweredMeanwhile extends Error {
  override name = "AnsweredMeanwhile";
}

/** Reads the `Idempotency-Key` of a write; undefined without the header and for reads, 400 for an invalid key. */
export function idempotentCall(endpoint: Endpoint, call: Call, world: World): IdempotentCall | undefined {
  const header = isWrite(endpoint.method) ? call.request.headers.get("idempotency-key") : null;
  return header === null ? undefined : new IdempotentCall(endpoint, call, { world, key: readIdempotencyKey(header) });
}

/**
 * A call with an `Idempotency-Key` (rules/idempotency.md#keys-2, #keys-3). The first answer under the key is stored in the transaction of
 * its change, an error in one of its own. The primary key of the stored answers makes one call the first: any other transaction under the
 * key fails when it stores its answer, rolls back, and the first answer is repeated. So a change exists exactly where an answer is stored,
 * whatever crashes, and a retry without a stored answer makes the change anew. A call with several transactions repeats harmlessly, and
 * its answer is stored after the last one.
 */
export class IdempotentCall implements IdempotentStatement {
  readonly #endpoint: Endpoint;
  readonly #call: Call;
  readonly #of: KeyOfWorld;
  readonly #name: string;
  #fingerprint = "";
  /** The path's parameters, for the subject of the answer. */
  #params: Record<string, unknown> = {};
  #isInProgress = false;
  #stored: { data: unknown; text: string | null; status: number } | undefined;

  constructor(endpoint: Endpoint, call: Call, of: KeyOfWorld) {
    this.#endpoint = endpoint;
    this.#call = call;
    this.#of = of;
    this.#name = `${of.world.id} ${of.key}`;
  }

  /** Returns the stored answer of the key, if any. 422 for another request under the key, 409 while it is in progress. */
  async begin(content: RequestContent): Promise<StoredAnswer | undefined> {
    this.#params = content.params;
    this.#fingerprint = fingerprintOf(this.#endpoint.id, content);
    if (inProgressKeys.has(this.#name)) throw inProgress();
    inProgressKeys.add(this.#name);
    this.#isInProgress = true;
    return this.#find();
  }

  async #find(): Promise<StoredAnswer | undefined> {
    const answer = await findAnswer(this.#of, this.#call.now);
    if (answer !== undefined && ![this.#fingerprint, this.#textFingerprint()].includes(answer.fingerprint)) throw reusedFor(answer);
    if (answer === undefined || answer.body === null || !this.#isSealed(answer.status)) return answer;
    return { ...answer, body: openAnswer(answer.body, this.#of) };
  }

  /** The fingerprint of releases that compared requests by their text. Their answers are stored for 24 hours. */
  #textFingerprint(): string {
    const { request, requestText = "" } = this.#call;
    return hash("sha256", `${request.method} ${targetOf(request.url)}\n${requestText}`, "base64url");
  }

  #isSealed(status: number): boolean {
    return this.#endpoint.success.secret === true && status < 400;
  }

  async open(tx: Transaction): Promise<void> {
    this.#assertOneTransaction();
    await lockKey(tx, this.#of).catch((error: unknown) => {
      throw this.explain(error);
    });
  }

  #assertOneTransaction(): void {
    if (this.#stored !== undefined) throw new Error("an idempotent write is made in one transaction");
  }

  async store(tx: Transaction, data: unknown): Promise<void> {
    await tx.execute(partsStatement([this.storing(data)])).catch((error: unknown) => {
      throw this.explain(error);
    });
  }

  storing(data: unknown): Part {
    this.#assertOneTransaction();
    // Work that continues after the transaction is accepted; `conclude` stores the status of its end.
    const status = this.#endpoint.success.accepted === undefined ? this.#endpoint.success.status : 202;
    const text = this.textOf(data);
    this.#stored = { data, text, status };
    return this.#insertOf({ status, errorCode: null, body: text }, data);
  }

  explain(error: unknown): unknown {
    if (isHeld(error)) return inProgress();
    return isTaken(error) ? new AnsweredMeanwhile() : error;
  }

  forget(): void {
    this.#stored = undefined;
  }

  textOf(data: unknown): string | null {
    if (this.#endpoint.success.status === 204) return null;
    return JSON.stringify(successBody(this.#endpoint, data, this.#call.executionId));
  }

  /** Returns the text of the answer, which is sent with this status. Throws if the transaction stored something else than the verb returned. */
  async conclude(data: unknown, status: number): Promise<string | null> {
    const text = this.#stored?.data === data ? (this.#stored?.text ?? null) : this.textOf(data);
    if (this.#stored === undefined) await this.#insert({ status, errorCode: null, body: text }, data);
    else if (this.#stored.text !== text) throw new Error(`${this.#endpoint.id} answers something else than its transaction returned`);
    else if (this.#stored.status !== status) await changeStatus(this.#of, { executionId: this.#call.executionId, status });
    return text;
  }

  /** Stores the error of a rule, or returns another call's answer. Failures of ours, 401 and 429 are not stored, so that a retry is new. */
  async refuse(error: unknown): Promise<StoredAnswer | undefined> {
    if (error instanceof AnsweredMeanwhile) return this.#find();
    if (!(error instanceof ApiError) || !isRuleError(error) || this.#stored !== undefined) return undefined;
    const { entry } = error;
    const body = JSON.stringify(errorBody(this.#endpoint.side, entry, error, this.#call.executionId));
    try {
      await this.#insert({ status: entry.status, errorCode: entry.code, body }, undefined);
      return undefined;
    } catch (failure) {
      if (failure instanceof AnsweredMeanwhile) return this.#find();
      throw failure;
    }
  }

  /** Stores the answer in a transaction of its own. */
  async #insert(answer: Outcome, data: unknown): Promise<void> {
    await db.execute(partsStatement([this.#insertOf(answer, data)])).catch((error: unknown) => {
      throw this.explain(error);
    });
  }

  #insertOf({ status, errorCode, body }: Outcome, data: unknown): Part {
    const { executionId, now } = this.#call;
    return storingOf(this.#of, {
      fingerprint: this.#fingerprint,
      executionId,
      status,
      errorCode,
      subjectId: this.#endpoint.subject?.(this.#params, data) ?? null,
      body: body !== null && this.#isSealed(status) ? sealAnswer(body, this.#of) : body,
      createdAt: now,
    });
  }

  end(): void {
    if (this.#isInProgress) inProgressKeys.delete(this.#name);
    this.#isInProgress = false;
  }
}

function inProgress(): ApiError {
  return new ApiError("IDEMPOTENT_CALL_IN_PROGRESS");
}

function isRuleError({ errorName, entry: { status } }: ApiError): boolean {
  const isAboutKey = errorName === "IDEMPOTENT_CALL_IN_PROGRESS" || errorName === "IDEMPOTENCY_KEY_REUSED";
  return status < 500 && status !== 401 && status !== 429 && !isAboutKey;
}

function reusedFor({ executionId }: StoredAnswer): ApiError {
  return new ApiError(
    "IDEMPOTENCY_KEY_REUSED",
    `this Idempotency-Key was used for another request, ${executionId}, which may have been carried out: look for what it made before you use a new key`,
  );
}
