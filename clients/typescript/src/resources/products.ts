import type { CallOptions, Connection, QueryOf } from "../connection.ts";
import type { AddProductRequest, Product, ProductUpdate } from "../generated/schema.ts";
import { listByNext } from "../list.ts";
import type { List } from "../list.ts";
import type { ApiPromise } from "../response.ts";

/** The catalogue of what may be insured. A `productId` is the `product_id` or your own `uid`. */
export class Products {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @example await covergate.products.list({ limit: 10 }).take(10); */
  list(query: QueryOf<"retrieveProducts"> = {}, options?: CallOptions): List<Product> {
    return listByNext(query, (page) =>
      this.#connection
        .send("retrieveProducts", { query: page }, options)
        .pick(0)
        .map(({ products, next }) => ({ items: products, next })),
    );
  }

  /** @example await covergate.products.get("2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21"); */
  get(productId: string, options?: CallOptions): ApiPromise<Product> {
    return this.#connection.send("retrieveProduct", { path: { productId } }, options).pick("product");
  }

  /**
   * @example await covergate.products.create({
   *   uid: "6f9619ff-8b86-4011-b42d-00c04fc964ff",
   *   product_type: "high-tech",
   *   title: "Drone 7",
   *   value_excl: 999.99,
   *   data: { product_subtype: "drone", brand: "Parrot", model: "Anafi" },
   * });
   */
  create(product: AddProductRequest, options?: CallOptions): ApiPromise<Product> {
    return this.#connection.send("createProduct", { body: product }, options).pick("product");
  }

  /** @example await covergate.products.update("2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21", { value_excl: 2150 }); */
  update(productId: string, changes: ProductUpdate, options?: CallOptions): ApiPromise<Product> {
    return this.#connection.send("updateProduct", { path: { productId }, body: changes }, options).pick("product");
  }

  /**
   * Takes it out of the catalogue; contracts that have it keep it.
   * @example await covergate.products.delete("2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21");
   */
  delete(productId: string, options?: CallOptions): ApiPromise<void> {
    return this.#connection.send("deleteProduct", { path: { productId } }, options).map(() => undefined);
  }
}
