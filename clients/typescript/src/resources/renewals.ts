import type { CallOptions, Connection } from "../connection.ts";
import type {
  AutomaticRenewal,
  BulkAutomaticRenewalRequest,
  CreateAutomaticRenewalRequest,
  UpdateAutomaticRenewalRequest,
} from "../generated/schema.ts";

/** Automatic renewals of contracts of the types LMD and LLD. */
export class Renewals {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** All renewals that a contract has had. */
  async list(contractId: string, options?: CallOptions): Promise<AutomaticRenewal[]> {
    return (await this.#connection.send("listAutomaticRenewals", { path: { contractId } }, options)).automatic_renewals;
  }

  async get(contractId: string, arid: string, options?: CallOptions): Promise<AutomaticRenewal> {
    return (await this.#connection.send("getAutomaticRenewalById", { path: { contractId, arid } }, options)).automatic_renewal;
  }

  /** The one that is scheduled or rejected. */
  async current(contractId: string, options?: CallOptions): Promise<AutomaticRenewal> {
    return (await this.#connection.send("getCurrentAutomaticRenewal", { path: { contractId } }, options)).automatic_renewal;
  }

  /** Creates the renewal, or configures the current one. */
  async create(contractId: string, renewal: CreateAutomaticRenewalRequest = {}, options?: CallOptions): Promise<AutomaticRenewal> {
    return (await this.#connection.send("createAutomaticRenewal", { path: { contractId }, body: renewal }, options)).automatic_renewal;
  }

  async update(contractId: string, arid: string, changes: UpdateAutomaticRenewalRequest, options?: CallOptions): Promise<AutomaticRenewal> {
    const request = { path: { contractId, arid }, body: changes };
    return (await this.#connection.send("updateAutomaticRenewal", request, options)).automatic_renewal;
  }

  /** Acts on every open contract that can be renewed, and returns the renewals that were changed. */
  async bulk(actions: BulkAutomaticRenewalRequest, options?: CallOptions): Promise<AutomaticRenewal[]> {
    return (await this.#connection.send("bulkAutomaticRenewals", { body: actions }, options)).automatic_renewals;
  }
}
