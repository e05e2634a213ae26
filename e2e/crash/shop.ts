import { lmd } from "#e2e/api/samples.ts";
import { makePartner, registerRenter } from "#e2e/api/world.ts";
import type { Instance } from "#e2e/crash/start-instance.ts";
import { addWebhook } from "#lib/delivery/deliveries/queue.fixture.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { attach } from "#lib/insurance/renters/attach.ts";
import { realClock, realMoment } from "#lib/platform/time/clock.ts";

/** A partner whose webhooks ask for all that happens to contracts. */
export interface Shop {
  key: string;
  worldId: number;
  uid: string;
  webhookIds: string[];
}

export interface Answers {
  /** The contracts of calls that were answered with success. */
  accepted: string[];
  /** The statuses of those that were answered otherwise. */
  refused: number[];
  /** Calls that were not answered, which may have been done or not. */
  unanswered: number;
}

export const noAnswers = (): Answers => ({ accepted: [], refused: [], unanswered: 0 });

export async function makeShop(...urls: string[]): Promise<Shop> {
  const { id: partnerId, development } = await makePartner();
  const uid = await registerRenter({ partnerIds: [partnerId] });
  const { key, keyId, world } = development;
  const actor = { type: "apiKey", keyId, partnerId } as const;
  const partner = { features: [], openContractsLimit: null, tariffId: null };
  await attach({ executionId: "exec_crash", ...realMoment(new Date()), actor, address: null, world, clock: realClock, partner }, uid);
  const eventTypes: EventType[] = ["v2.contract.created", "v2.contract.renewal.enabled"];
  return { key, uid, worldId: world.id, webhookIds: await Promise.all(urls.map((url) => addWebhook(world.id, { url, eventTypes }))) };
}

const callers = 2;

/** Has several callers create contracts one after the other, each until a call is not answered or `isEnough`. */
export async function createContracts({ url }: Instance, { key, uid }: Shop, answers: Answers, isEnough: () => boolean): Promise<void> {
  const headers = { key, "content-type": "application/json" };
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (!isEnough()) {
        try {
          const body = JSON.stringify(lmd(uid, { automatic_renewal: true }));
          const response = await fetch(`${url}/v2/contracts`, { method: "POST", headers, body });
          const { contract } = (await response.json()) as { contract?: { cid: string } };
          if (contract === undefined) answers.refused.push(response.status);
          else answers.accepted.push(contract.cid);
        } catch {
          // The instance ended in the middle of it.
          answers.unanswered += 1;
          return;
        }
      }
    }),
  );
}
