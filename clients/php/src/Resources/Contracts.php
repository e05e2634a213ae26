<?php

declare(strict_types=1);

namespace Covergate\Resources;

use Covergate\Connection;
use Covergate\Generated\Types;
use Covergate\Paged;

/**
 * @phpstan-import-type AddContractProductsRequest from Types
 * @phpstan-import-type Contract from Types
 * @phpstan-import-type ContractClaimLink from Types
 * @phpstan-import-type CreateContractClaimLinkRequest from Types
 * @phpstan-import-type CreateContractRequest from Types
 * @phpstan-import-type CreatedContract from Types
 * @phpstan-import-type MadeClaimLink from Types
 * @phpstan-import-type TerminateContractRequest from Types
 * @phpstan-import-type TerminateProductRequest from Types
 * @phpstan-import-type UpdateContractRequest from Types
 */
final class Contracts
{
    public function __construct(private readonly Connection $connection)
    {
    }

    /**
     * The contracts of a renter, newest first.
     *
     * @param array{uid: string, test?: bool, status?: 'open'|'closed'|'cancel'|'terminated', product_marked?: string, internal_id?: string, created_after?: string|\DateTimeInterface, skip?: int, after?: string, limit?: int} $filters
     * @return Paged<Contract>
     */
    public function list(array $filters): Paged
    {
        return $this->connection->items('retrieveContracts', $filters, static fn (array $body): array => [$body['contracts'], $body['next']]);
    }

    /**
     * @return Contract
     */
    public function get(string $contractId): array
    {
        return $this->connection->member('contract', 'retrieveContract', ['contractId' => $contractId]);
    }

    /**
     * Insures. Retries never insure twice.
     *
     * @param CreateContractRequest $contract
     * @return Contract
     */
    public function create(array $contract, ?string $idempotencyKey = null): array
    {
        return $this->connection->member('contract', 'createContract', body: $contract, idempotencyKey: $idempotencyKey);
    }

    /**
     * The contract as it would be, with its price; nothing is created.
     *
     * @param CreateContractRequest $contract
     * @return CreatedContract
     */
    public function preview(array $contract): array
    {
        return $this->connection->member('contract', 'createContract', query: ['preview' => true], body: $contract);
    }

    /**
     * @param UpdateContractRequest $changes
     * @return Contract
     */
    public function update(string $contractId, array $changes, ?bool $preview = null, ?string $idempotencyKey = null): array
    {
        return $this->connection->member('contract', 'updateContract', ['contractId' => $contractId], ['preview' => $preview], $changes, $idempotencyKey);
    }

    /**
     * Cancels until 4 hours after the start, and terminates later: then with a `reason`.
     *
     * @param TerminateContractRequest $ending
     * @return Contract
     */
    public function end(string $contractId, array $ending = [], ?bool $preview = null, ?string $idempotencyKey = null): array
    {
        return $this->connection->member('contract', 'cancelContract', ['contractId' => $contractId], ['preview' => $preview], $ending, $idempotencyKey);
    }

    /**
     * @param AddContractProductsRequest $products
     * @return Contract
     */
    public function addProducts(string $contractId, array $products, ?bool $preview = null, ?string $idempotencyKey = null): array
    {
        return $this->connection->member('contract', 'createProductFromContract', ['contractId' => $contractId], ['preview' => $preview], $products, $idempotencyKey);
    }

    /**
     * `products` are keys of the contract's `products`.
     *
     * @param TerminateProductRequest $products
     * @return Contract
     */
    public function removeProducts(string $contractId, array $products, ?bool $preview = null, ?string $idempotencyKey = null): array
    {
        return $this->connection->member('contract', 'deleteProductFromContract', ['contractId' => $contractId], ['preview' => $preview], $products, $idempotencyKey);
    }

    /**
     * A new link by which the insured declares a loss; its `url` is answered this once.
     *
     * @param CreateContractClaimLinkRequest $settings
     * @return MadeClaimLink
     */
    public function createClaimLink(string $contractId, array $settings = [], ?string $idempotencyKey = null): array
    {
        return $this->connection->member('data', 'createContractClaimLink', ['contractId' => $contractId], [], $settings, $idempotencyKey);
    }

    /**
     * The links of a contract, newest first, each with the claim that was declared by it.
     *
     * @return list<ContractClaimLink>
     */
    public function listClaimLinks(string $contractId): array
    {
        return $this->connection->member('data', 'listContractClaimLinks', ['contractId' => $contractId]);
    }

    /**
     * @return ContractClaimLink
     */
    public function revokeClaimLink(string $contractId, string $linkId, ?string $idempotencyKey = null): array
    {
        return $this->connection->member(
            'data', 'revokeContractClaimLink',
            ['contractId' => $contractId, 'linkId' => $linkId],
            idempotencyKey: $idempotencyKey,
        );
    }
}
