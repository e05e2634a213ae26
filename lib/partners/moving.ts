import { Refusal } from "#lib/errors/refusal.ts";
import type { PartnerStatus } from "#lib/partners/schema.ts";

/** Thrown where a partner's key, user or link finds a partner that is being moved (docs/scale.md); answered 503. */
export class PartnerMoving extends Error {
  override name = "PartnerMoving";

  constructor() {
    super("this partner is being moved to another installation, which takes some minutes");
  }
}

export function isMoving(status: PartnerStatus): boolean {
  return status === "moving" || status === "moved";
}

/** Throws PartnerMoving. */
export function assertNotMoving(status: PartnerStatus | null): void {
  if (status !== null && isMoving(status)) throw new PartnerMoving();
}

/** What support is told who wants to change such a partner. */
export function refuseMoving(): Refusal {
  return new Refusal("this partner is being moved to another installation, or was moved there", { key: "partnerMoving" });
}
