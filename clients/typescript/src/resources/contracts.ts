import type { CallOptions, Connection, QueryOf } from "../connection.ts";
import type {
  AddContractProductsRequest,
  Contract,
  ContractClaimLink,
  CreateContractClaimLinkRequest,
  CreateContractRequest,
  CreatedContract,
  MadeClaimLink,
  TerminateContractRequest,
  TerminateProductRequest,
  UpdateContractRequest,
} from "../generated/schema.ts";
import { listBySkipping } from "../list.ts";
import type { List } from "../list.ts";

/** A change of a contract; with `preview` nothing is changed, and the contract is returned as it would be. */
export type ChangeOptions = CallOptions & { preview?: boolean };

export class Contracts {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The contracts of a renter, newest first. */
  list(query: QueryOf<"retrieveContracts">, options?: CallOptions): List<Contract> {
    const load = async (page: { skip: number; limit: number }) =>
      (await this.#connection.send("retrieveContracts", { query: { ...query, ...page } }, options)).contracts;
    return listBySkipping(query, load, ({ cid }) => cid);
  }

  async get(contractId: string, options?: CallOptions): Promise<Contract> {
    return (await this.#connection.send("retrieveContract", { path: { contractId } }, options)).contract;
  }

  /** Insures. Retries never insure twice. */
  async create(contract: CreateContractRequest, options?: CallOptions): Promise<Contract> {
    // Without `preview`, it has its cid.
    return (await this.#connection.send("createContract", { body: contract }, options)).contract as Contract;
  }

  /** The contract as it would be, with its price; nothing is created. */
  async preview(contract: CreateContractRequest, options?: CallOptions): Promise<CreatedContract> {
    return (await this.#connection.send("createContract", { query: { preview: true }, body: contract }, options)).contract;
  }

  async update(contractId: string, changes: UpdateContractRequest, options?: ChangeOptions): Promise<Contract> {
    return (await this.#connection.send("updateContract", { ...change(contractId, options), body: changes }, options)).contract;
  }

  /** Cancels until 4 hours after the start, and terminates later: then with a `reason`. */
  async end(contractId: string, ending: TerminateContractRequest = {}, options?: ChangeOptions): Promise<Contract> {
    return (await this.#connection.send("cancelContract", { ...change(contractId, options), body: ending }, options)).contract;
  }

  async addProducts(contractId: string, products: AddContractProductsRequest, options?: ChangeOptions): Promise<Contract> {
    const request = { ...change(contractId, options), body: products };
    return (await this.#connection.send("createProductFromContract", request, options)).contract;
  }

  /** `products` are keys of the contract's `products`. */
  async removeProducts(contractId: string, products: TerminateProductRequest, options?: ChangeOptions): Promise<Contract> {
    const request = { ...change(contractId, options), body: products };
    return (await this.#connection.send("deleteProductFromContract", request, options)).contract;
  }

  /** A new link by which the insured declares a loss; its `url` is answered this once. */
  async createClaimLink(contractId: string, settings: CreateContractClaimLinkRequest = {}, options?: CallOptions): Promise<MadeClaimLink> {
    return (await this.#connection.send("createContractClaimLink", { path: { contractId }, body: settings }, options)).data;
  }

  /** The links of a contract, newest first, each with the claim that was declared by it. */
  async listClaimLinks(contractId: string, options?: CallOptions): Promise<ContractClaimLink[]> {
    return (await this.#connection.send("listContractClaimLinks", { path: { contractId } }, options)).data;
  }

  async revokeClaimLink(contractId: string, linkId: string, options?: CallOptions): Promise<ContractClaimLink> {
    return (await this.#connection.send("revokeContractClaimLink", { path: { contractId, linkId } }, options)).data;
  }
}

function change(contractId: string, { preview }: ChangeOptions = {}): { path: { contractId: string }; query: { preview?: boolean } } {
  return { path: { contractId }, query: preview === undefined ? {} : { preview } };
}
