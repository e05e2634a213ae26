<?php

declare(strict_types=1);

namespace Covergate\Resources;

use Covergate\Connection;
use Covergate\Generated\Types;
use Covergate\Paged;

/**
 * The catalogue of what may be insured. A `productId` is the `product_id` or your own `uid`.
 *
 * @phpstan-import-type AddProductRequest from Types
 * @phpstan-import-type Product from Types
 * @phpstan-import-type ProductUpdate from Types
 */
final class Products
{
    public function __construct(private readonly Connection $connection)
    {
    }

    /**
     * @param array{skip?: int, after?: string, limit?: int} $filters
     * @return Paged<Product>
     * @example $covergate->products->list(['limit' => 10])->take(10);
     */
    public function list(array $filters = []): Paged
    {
        return $this->connection->items('retrieveProducts', $filters, static fn (array $body): array => [$body[0]['products'], $body[0]['next']]);
    }

    /**
     * @return Product
     * @example $covergate->products->get('2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21');
     */
    public function get(string $productId): array
    {
        return $this->connection->member('product', 'retrieveProduct', ['productId' => $productId]);
    }

    /**
     * @param AddProductRequest $product
     * @return Product
     * @example $covergate->products->create([
     *     'uid' => '6f9619ff-8b86-4011-b42d-00c04fc964ff',
     *     'product_type' => 'high-tech',
     *     'title' => 'Drone 7',
     *     'value_excl' => 999.99,
     *     'data' => ['product_subtype' => 'drone', 'brand' => 'Parrot', 'model' => 'Anafi'],
     * ]);
     */
    public function create(array $product, ?string $idempotencyKey = null): array
    {
        return $this->connection->member('product', 'createProduct', [], [], $product, $idempotencyKey);
    }

    /**
     * @param ProductUpdate $changes
     * @return Product
     * @example $covergate->products->update('2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21', ['value_excl' => 2150]);
     */
    public function update(string $productId, array $changes, ?string $idempotencyKey = null): array
    {
        return $this->connection->member('product', 'updateProduct', ['productId' => $productId], [], $changes, $idempotencyKey);
    }

    /**
     * Takes it out of the catalogue; contracts that have it keep it.
     * @example $covergate->products->delete('2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21');
     */
    public function delete(string $productId, ?string $idempotencyKey = null): void
    {
        $this->connection->send('deleteProduct', ['productId' => $productId], idempotencyKey: $idempotencyKey);
    }
}
