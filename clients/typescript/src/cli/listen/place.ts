import { createHash, randomBytes } from "node:crypto";
import { readJson, stateFile, writePrivateJson } from "../files.ts";
import type { Session } from "../session.ts";

/** The state that a listener keeps between its runs. */
interface Place {
  /** The last event that was forwarded, or after which the listener began. */
  after?: string;
  /** Signs forwarded events, so that a receiver needs no other secret after each start. */
  secret: string;
}

/** The place where a listener continues, by server, key, receiver and filter. */
export class KeptPlace {
  readonly #path: string;
  #place: Place;

  private constructor(path: string, place: Place) {
    this.#path = path;
    this.#place = place;
  }

  static async open({ address, key }: Session, receiver: string, types: readonly string[]): Promise<KeptPlace> {
    const name = createHash("sha256")
      .update(JSON.stringify([address, key, receiver, types.toSorted()]))
      .digest("hex");
    const path = stateFile(`listen-${name.slice(0, 16)}.json`);
    const kept = (await readJson(path)) as Place | undefined;
    return new KeptPlace(path, kept ?? { secret: `whsec_${randomBytes(24).toString("base64")}` });
  }

  get after(): string | undefined {
    return this.#place.after;
  }

  get secret(): string {
    return this.#place.secret;
  }

  async moveTo(after: string): Promise<void> {
    this.#place = { ...this.#place, after };
    await writePrivateJson(this.#path, this.#place);
  }
}
