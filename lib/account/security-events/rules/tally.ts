import { networkOf } from "#lib/account/security-events/rules/network.ts";
import type { SecurityKind } from "#lib/account/security-events/schema.ts";

export interface SecurityEvent {
  kind: SecurityKind;
  subject: string;
  address: string | undefined;
  detail?: string;
  at: Date;
}

/** Events of one kind, subject, address and hour. */
export interface Tally {
  kind: SecurityKind;
  subject: string;
  address: string;
  hour: Date;
  count: number;
  detail: string | null;
  lastAt: Date;
}

const maxTextLength = 200;
/** Limits of rows per hour, against attacks with many subjects or addresses; the rest is counted together. */
const maxSubjects = 20;
const maxTallies = 2_000;
const others = "…";

/** The unwritten counts of an instance, and the subjects of this hour. */
export class TallyBook {
  #waiting = new Map<string, Tally>();
  #hour = 0;
  #subjects = new Map<string, Set<string>>();
  #known = 0;

  add({ kind, subject, address, detail, at }: SecurityEvent): void {
    const hour = new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000);
    if (hour.getTime() !== this.#hour) {
      this.#hour = hour.getTime();
      this.#subjects = new Map();
      this.#known = 0;
    }
    const [about, from] = this.#admit(kind, printable(subject), placeOf(address));
    const key = JSON.stringify([kind, about, from, hour]);
    const tally = this.#waiting.get(key) ?? { kind, subject: about, address: from, hour, count: 0, detail: null, lastAt: at };
    tally.count += 1;
    tally.lastAt = at;
    if (detail !== undefined) tally.detail = printable(detail);
    this.#waiting.set(key, tally);
  }

  take(): Tally[] {
    const taken = [...this.#waiting.values()];
    this.#waiting = new Map();
    return taken;
  }

  #admit(kind: SecurityKind, subject: string, address: string): [subject: string, address: string] {
    const place = `${kind} ${address}`;
    const known = this.#subjects.get(place);
    if (known === undefined && this.#known >= maxTallies) return [others, others];
    const subjects = known ?? new Set<string>();
    if (subjects.has(subject)) return [subject, address];
    if (subjects.size >= maxSubjects || this.#known >= maxTallies) return [others, address];
    this.#subjects.set(place, subjects.add(subject));
    this.#known += 1;
    return [subject, address];
  }
}

function placeOf(address: string | undefined): string {
  return address === undefined || address === "" ? "unknown" : printable(networkOf(address));
}

function printable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, " ")
    .slice(0, maxTextLength);
}
