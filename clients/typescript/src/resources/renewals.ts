import type { CallOptions, Connection } from "../connection.ts";
import type {
  AutomaticRenewal,
  BulkAutomaticRenewalRequest,
  CreateAutomaticRenewalRequest,
  UpdateAutomaticRenewalRequest,
} from "../generated/schema.ts";
import type { ApiPromise } from "../response.ts";

/** Automatic renewals of contracts of the types LMD and LLD. */
export class Renewals {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** All renewals that a contract has had. */
  list(contractId: string, options?: CallOptions): ApiPromise<AutomaticRenewal[]> {
    return this.#connection.send("listAutomaticRenewals", { path: { contractId } }, options).pick("automatic_renewals");
  }

  get(contractId: string, arid: string, options?: CallOptions): ApiPromise<AutomaticRenewal> {
    return this.#connection.send("getAutomaticRenewalById", { path: { contractId, arid } }, options).pick("automatic_renewal");
  }

  /** The one that is scheduled or rejected. */
  current(contractId: string, options?: CallOptions): ApiPromise<AutomaticRenewal> {
    return this.#connection.send("getCurrentAutomaticRenewal", { path: { contractId } }, options).pick("automatic_renewal");
  }

  /** Creates the renewal, or configures the current one. */
  create(contractId: string, renewal: CreateAutomaticRenewalRequest = {}, options?: CallOptions): ApiPromise<AutomaticRenewal> {
    return this.#connection.send("createAutomaticRenewal", { path: { contractId }, body: renewal }, options).pick("automatic_renewal");
  }

  update(contractId: string, arid: string, changes: UpdateAutomaticRenewalRequest, options?: CallOptions): ApiPromise<AutomaticRenewal> {
    const request = { path: { contractId, arid }, body: changes };
    return this.#connection.send("updateAutomaticRenewal", request, options).pick("automatic_renewal");
  }

  /** Acts on every open contract that can be renewed, and returns the renewals that were changed. */
  bulk(actions: BulkAutomaticRenewalRequest, options?: CallOptions): ApiPromise<AutomaticRenewal[]> {
    return this.#connection.send("bulkAutomaticRenewals", { body: actions }, options).pick("automatic_renewals");
  }
}
