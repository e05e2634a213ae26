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
import { listByNext } from "../list.ts";
import type { List } from "../list.ts";
import type { ApiPromise } from "../response.ts";

/** A change of a contract; with `preview` nothing is changed, and the contract is returned as it would be. */
export type ChangeOptions = CallOptions & { preview?: boolean };

export class Contracts {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The contracts of a renter, newest first. */
  list(query: QueryOf<"retrieveContracts">, options?: CallOptions): List<Contract> {
    const { skip: _skip, after: _after, limit: _limit, ...filters } = query;
    return listByNext(query, (page) =>
      this.#connection
        .send("retrieveContracts", { query: { ...filters, ...page } }, options)
        .map(({ contracts, next }) => ({ items: contracts, next })),
    );
  }

  get(contractId: string, options?: CallOptions): ApiPromise<Contract> {
    return this.#connection.send("retrieveContract", { path: { contractId } }, options).pick("contract");
  }

  /** Insures. Retries never insure twice. */
  create(contract: CreateContractRequest, options?: CallOptions): ApiPromise<Contract> {
    // Without `preview`, it has its cid.
    return this.#connection.send("createContract", { body: contract }, options).map(({ contract: created }) => created as Contract);
  }

  /** The contract as it would be, with its price; nothing is created. */
  preview(contract: CreateContractRequest, options?: CallOptions): ApiPromise<CreatedContract> {
    return this.#connection.send("createContract", { query: { preview: true }, body: contract }, options).pick("contract");
  }

  update(contractId: string, changes: UpdateContractRequest, options?: ChangeOptions): ApiPromise<Contract> {
    return this.#connection.send("updateContract", { ...change(contractId, options), body: changes }, options).pick("contract");
  }

  /** Cancels until 4 hours after the start, and terminates later: then with a `reason`. */
  end(contractId: string, ending: TerminateContractRequest = {}, options?: ChangeOptions): ApiPromise<Contract> {
    return this.#connection.send("cancelContract", { ...change(contractId, options), body: ending }, options).pick("contract");
  }

  addProducts(contractId: string, products: AddContractProductsRequest, options?: ChangeOptions): ApiPromise<Contract> {
    const request = { ...change(contractId, options), body: products };
    return this.#connection.send("createProductFromContract", request, options).pick("contract");
  }

  /** `products` are keys of the contract's `products`. */
  removeProducts(contractId: string, products: TerminateProductRequest, options?: ChangeOptions): ApiPromise<Contract> {
    const request = { ...change(contractId, options), body: products };
    return this.#connection.send("deleteProductFromContract", request, options).pick("contract");
  }

  /** A new link by which the insured declares a loss; its `url` is answered this once. */
  createClaimLink(contractId: string, settings: CreateContractClaimLinkRequest = {}, options?: CallOptions): ApiPromise<MadeClaimLink> {
    return this.#connection.send("createContractClaimLink", { path: { contractId }, body: settings }, options).pick("data");
  }

  /** The links of a contract, newest first, each with the claim that was declared by it. */
  listClaimLinks(contractId: string, options?: CallOptions): ApiPromise<ContractClaimLink[]> {
    return this.#connection.send("listContractClaimLinks", { path: { contractId } }, options).pick("data");
  }

  revokeClaimLink(contractId: string, linkId: string, options?: CallOptions): ApiPromise<ContractClaimLink> {
    return this.#connection.send("revokeContractClaimLink", { path: { contractId, linkId } }, options).pick("data");
  }
}

function change(contractId: string, { preview }: ChangeOptions = {}): { path: { contractId: string }; query: { preview?: boolean } } {
  return { path: { contractId }, query: preview === undefined ? {} : { preview } };
}
