import { Refusal } from "#lib/errors/refusal.ts";

/** Why a move cannot be made, for the operator at the admin command. */
export class MoveRefused extends Refusal {
  override name = "MoveRefused";

  constructor(message: string, options: ErrorOptions = {}) {
    super(message, { key: "partnerMoving", ...options });
  }
}
