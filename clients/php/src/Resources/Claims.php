<?php

declare(strict_types=1);

namespace Covergate\Resources;

use Covergate\Connection;
use Covergate\Generated\Types;
use Covergate\Paged;

/**
 * @phpstan-import-type CancelClaimRequest from Types
 * @phpstan-import-type CancelledClaim from Types
 * @phpstan-import-type ClaimRequirements from Types
 * @phpstan-import-type ClaimResponse from Types
 * @phpstan-import-type ClaimSummary from Types
 * @phpstan-import-type CreateClaimRequest from Types
 * @phpstan-import-type SubmittedClaim from Types
 * @phpstan-import-type UpdateClaimRequest from Types
 */
final class Claims
{
    public readonly ClaimDocuments $documents;
    public readonly ClaimLinks $links;

    public function __construct(private readonly Connection $connection)
    {
        $this->documents = new ClaimDocuments($connection);
        $this->links = new ClaimLinks($connection);
    }

    /**
     * The claims of a renter, or of all, newest first.
     *
     * @param array{userId?: string, status?: 'draft'|'submitted'|'cancelled', skip?: int, after?: string, limit?: int} $filters
     * @return Paged<ClaimSummary>
     */
    public function list(array $filters = []): Paged
    {
        return $this->connection->items('listClaims', $filters, static fn (array $body): array => [$body['data'], $body['pagination']['next']]);
    }

    /**
     * A claim by its `id`, or by its `claimId` once it has one.
     *
     * @return ClaimResponse
     */
    public function get(string $id): array
    {
        return $this->connection->member('data', 'getClaim', ['id' => $id]);
    }

    /**
     * The questions and documents of a claim, before it is created.
     *
     * @param array{subtype: string, contract_id?: string, contract_product_id?: string, product_type?: string, product_subtype?: string} $query
     * @return ClaimRequirements
     */
    public function requirements(array $query): array
    {
        return $this->connection->member('data', 'readClaimRequirements', [], $query);
    }

    /**
     * Creates a draft.
     *
     * @param CreateClaimRequest $claim
     * @return ClaimResponse
     */
    public function create(array $claim, ?string $idempotencyKey = null): array
    {
        return $this->connection->member('data', 'createClaim', [], [], $claim, $idempotencyKey);
    }

    /**
     * Changes the description or the location of a draft.
     *
     * @param UpdateClaimRequest $changes
     * @return ClaimResponse
     */
    public function update(string $id, array $changes, ?string $idempotencyKey = null): array
    {
        return $this->connection->member('data', 'updateClaim', ['id' => $id], [], $changes, $idempotencyKey);
    }

    /**
     * @return SubmittedClaim
     */
    public function submit(string $id, ?string $idempotencyKey = null): array
    {
        return $this->connection->member('data', 'submitClaim', ['id' => $id], idempotencyKey: $idempotencyKey);
    }

    /**
     * Archives a draft, and abandons a claim that was submitted.
     *
     * @param CancelClaimRequest $cancelling
     * @return CancelledClaim
     */
    public function cancel(string $id, array $cancelling = [], ?string $idempotencyKey = null): array
    {
        return $this->connection->member('data', 'cancelClaim', ['id' => $id], [], $cancelling, $idempotencyKey);
    }
}
