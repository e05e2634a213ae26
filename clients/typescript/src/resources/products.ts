import type { CallOptions, Connection } from "../connection.ts";
import type { AddProductRequest, Product, ProductUpdate } from "../generated/schema.ts";
import { listBySkipping } from "../list.ts";
import type { List } from "../list.ts";

/** The catalogue of what may be insured. A `productId` is the `product_id` or your own `uid`. */
export class Products {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(query: { skip?: number; limit?: number } = {}, options?: CallOptions): List<Product> {
    const load = async (page: { skip: number; limit: number }) =>
      (await this.#connection.send("retrieveProducts", { query: page }, options)).flatMap(({ products }) => products);
    return listBySkipping(query, load, ({ product_id: id }) => id);
  }

  async get(productId: string, options?: CallOptions): Promise<Product> {
    return (await this.#connection.send("retrieveProduct", { path: { productId } }, options)).product;
  }

  async create(product: AddProductRequest, options?: CallOptions): Promise<Product> {
    return (await this.#connection.send("createProduct", { body: product }, options)).product;
  }

  async update(productId: string, changes: ProductUpdate, options?: CallOptions): Promise<Product> {
    return (await this.#connection.send("updateProduct", { path: { productId }, body: changes }, options)).product;
  }

  /** Takes it out of the catalogue; contracts that have it keep it. */
  async delete(productId: string, options?: CallOptions): Promise<void> {
    await this.#connection.send("deleteProduct", { path: { productId } }, options);
  }
}
