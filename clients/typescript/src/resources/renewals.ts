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

  /** All renewals that a contract has had. @example await covergate.renewals.list("01JD3W7Q8ZK5T9V0XR2M4N6P8A"); */
  list(contractId: string, options?: CallOptions): ApiPromise<AutomaticRenewal[]> {
    return this.#connection.send("listAutomaticRenewals", { path: { contractId } }, options).pick("automatic_renewals");
  }

  /** @example await covergate.renewals.get("01JD3W7Q8ZK5T9V0XR2M4N6P8A", "ar_01JD3W7Q8ZK5T9V0XR2M4N6P8A"); */
  get(contractId: string, arid: string, options?: CallOptions): ApiPromise<AutomaticRenewal> {
    return this.#connection.send("getAutomaticRenewalById", { path: { contractId, arid } }, options).pick("automatic_renewal");
  }

  /** The one that is scheduled or rejected. @example await covergate.renewals.current("01JD3W7Q8ZK5T9V0XR2M4N6P8A"); */
  current(contractId: string, options?: CallOptions): ApiPromise<AutomaticRenewal> {
    return this.#connection.send("getCurrentAutomaticRenewal", { path: { contractId } }, options).pick("automatic_renewal");
  }

  /** Creates the renewal, or configures the current one. @example await covergate.renewals.create("01JD3W7Q8ZK5T9V0XR2M4N6P8A"); */
  create(contractId: string, renewal: CreateAutomaticRenewalRequest = {}, options?: CallOptions): ApiPromise<AutomaticRenewal> {
    return this.#connection.send("createAutomaticRenewal", { path: { contractId }, body: renewal }, options).pick("automatic_renewal");
  }

  /** @example await covergate.renewals.update("01JD3W7Q8ZK5T9V0XR2M4N6P8A", "ar_01JD3W7Q8ZK5T9V0XR2M4N6P8A", { rejected: true }); */
  update(contractId: string, arid: string, changes: UpdateAutomaticRenewalRequest, options?: CallOptions): ApiPromise<AutomaticRenewal> {
    const request = { path: { contractId, arid }, body: changes };
    return this.#connection.send("updateAutomaticRenewal", request, options).pick("automatic_renewal");
  }

  /**
   * Acts on every open contract that can be renewed, and returns the renewals that were changed.
   * @example await covergate.renewals.bulk({ reject_on_all_contracts: true });
   */
  bulk(actions: BulkAutomaticRenewalRequest, options?: CallOptions): ApiPromise<AutomaticRenewal[]> {
    return this.#connection.send("bulkAutomaticRenewals", { body: actions }, options).pick("automatic_renewals");
  }
}
