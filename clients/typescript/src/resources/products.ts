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

  list(query: QueryOf<"retrieveProducts"> = {}, options?: CallOptions): List<Product> {
    return listByNext(query, (page) =>
      this.#connection
        .send("retrieveProducts", { query: page }, options)
        .pick(0)
        .map(({ products, next }) => ({ items: products, next })),
    );
  }

  get(productId: string, options?: CallOptions): ApiPromise<Product> {
    return this.#connection.send("retrieveProduct", { path: { productId } }, options).pick("product");
  }

  create(product: AddProductRequest, options?: CallOptions): ApiPromise<Product> {
    return this.#connection.send("createProduct", { body: product }, options).pick("product");
  }

  update(productId: string, changes: ProductUpdate, options?: CallOptions): ApiPromise<Product> {
    return this.#connection.send("updateProduct", { path: { productId }, body: changes }, options).pick("product");
  }

  /** Takes it out of the catalogue; contracts that have it keep it. */
  delete(productId: string, options?: CallOptions): ApiPromise<void> {
    return this.#connection.send("deleteProduct", { path: { productId } }, options).map(() => undefined);
  }
}
