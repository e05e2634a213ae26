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

  /**
   * The contracts of a renter, newest first.
   * @example await covergate.contracts.list({ uid: "renter-lyon", test: true, skip: 10, limit: 10 }).take(10);
   */
  list(query: QueryOf<"retrieveContracts">, options?: CallOptions): List<Contract> {
    const { skip: _skip, after: _after, limit: _limit, ...filters } = query;
    return listByNext(query, (page) =>
      this.#connection
        .send("retrieveContracts", { query: { ...filters, ...page } }, options)
        .map(({ contracts, next }) => ({ items: contracts, next })),
    );
  }

  /** @example await covergate.contracts.get("01JD3W7Q8ZK5T9V0XR2M4N6P8A"); */
  get(contractId: string, options?: CallOptions): ApiPromise<Contract> {
    return this.#connection.send("retrieveContract", { path: { contractId } }, options).pick("contract");
  }

  /**
   * Insures. Retries never insure twice.
   * @example await covergate.contracts.create({
   *   uid: "renter-lyon",
   *   contract_type: "LCD",
   *   start_date: "2027-01-01T00:00:00Z",
   *   end_date: "2027-01-08T00:00:00Z",
   *   options: ["break", "theft"],
   *   products: [{ product_id: "2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21", data: { product_marked: "BC-12345" } }],
   * });
   */
  create(contract: CreateContractRequest, options?: CallOptions): ApiPromise<Contract> {
    // Without `preview`, it has its cid.
    return this.#connection.send("createContract", { body: contract }, options).map(({ contract: created }) => created as Contract);
  }

  /**
   * The contract as it would be, with its price; nothing is created.
   * @example await covergate.contracts.preview({
   *   uid: "renter-lyon",
   *   contract_type: "LCD",
   *   start_date: "2027-01-16T08:00:00Z",
   *   end_date: "2027-01-18T08:00:00Z",
   *   options: ["break", "theft"],
   *   products: [{ product_type: "bike", product_subtype: "cargo", value_excl: 4900, brand: "Riese & Müller", model: "Packster 70" }],
   * });
   */
  preview(contract: CreateContractRequest, options?: CallOptions): ApiPromise<CreatedContract> {
    return this.#connection.send("createContract", { query: { preview: true }, body: contract }, options).pick("contract");
  }

  /** @example await covergate.contracts.update("01JD3W7Q8ZK5T9V0XR2M4N6P8A", { end_date: "2027-05-10T07:00:00Z" }, { preview: true }); */
  update(contractId: string, changes: UpdateContractRequest, options?: ChangeOptions): ApiPromise<Contract> {
    return this.#connection.send("updateContract", { ...change(contractId, options), body: changes }, options).pick("contract");
  }

  /**
   * Cancels until 4 hours after the start, and terminates later: then with a `reason`.
   * @example await covergate.contracts.end("01JD3W7Q8ZK5T9V0XR2M4N6P8A");
   */
  end(contractId: string, ending: TerminateContractRequest = {}, options?: ChangeOptions): ApiPromise<Contract> {
    return this.#connection.send("cancelContract", { ...change(contractId, options), body: ending }, options).pick("contract");
  }

  /**
   * @example await covergate.contracts.addProducts("01JD3W7Q8ZK5T9V0XR2M4N6P8A", {
   *   start_date: "2027-02-01T08:00:00Z",
   *   products: [{ product_id: "2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21", data: { product_marked: "BC-12346", user_name: "Grace Hopper" } }],
   * });
   */
  addProducts(contractId: string, products: AddContractProductsRequest, options?: ChangeOptions): ApiPromise<Contract> {
    const request = { ...change(contractId, options), body: products };
    return this.#connection.send("createProductFromContract", request, options).pick("contract");
  }

  /**
   * `products` are keys of the contract's `products`.
   * @example await covergate.contracts.removeProducts("01JD3W7Q8ZK5T9V0XR2M4N6P8A", { reason: "The customer returned the bike.", products: ["cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8A"] });
   */
  removeProducts(contractId: string, products: TerminateProductRequest, options?: ChangeOptions): ApiPromise<Contract> {
    const request = { ...change(contractId, options), body: products };
    return this.#connection.send("deleteProductFromContract", request, options).pick("contract");
  }

  /**
   * A new link by which the insured declares a loss; its `url` is answered this once.
   * @example await covergate.contracts.createClaimLink("01JD3W7Q8ZH4C6E1Y9B3D5F7G2", { contract_product_id: "cpid_01JD3W7Q8ZH4C6E1Y9B3D5F7G2" });
   */
  createClaimLink(contractId: string, settings: CreateContractClaimLinkRequest = {}, options?: CallOptions): ApiPromise<MadeClaimLink> {
    return this.#connection.send("createContractClaimLink", { path: { contractId }, body: settings }, options).pick("data");
  }

  /**
   * The links of a contract, newest first, each with the claim that was declared by it.
   * @example await covergate.contracts.listClaimLinks("01JD3W7Q8ZH4C6E1Y9B3D5F7G2");
   */
  listClaimLinks(contractId: string, options?: CallOptions): ApiPromise<ContractClaimLink[]> {
    return this.#connection.send("listContractClaimLinks", { path: { contractId } }, options).pick("data");
  }

  /** @example await covergate.contracts.revokeClaimLink("01JD3W7Q8ZH4C6E1Y9B3D5F7G2", "link_01JD3W7Q8ZH4C6E1Y9B3D5F7G2"); */
  revokeClaimLink(contractId: string, linkId: string, options?: CallOptions): ApiPromise<ContractClaimLink> {
    return this.#connection.send("revokeContractClaimLink", { path: { contractId, linkId } }, options).pick("data");
  }
}

function change(contractId: string, { preview }: ChangeOptions = {}): { path: { contractId: string }; query: { preview?: boolean } } {
  return { path: { contractId }, query: preview === undefined ? {} : { preview } };
}
