<?php

declare(strict_types=1);

namespace Covergate\Resources;

use Covergate\Connection;
use Covergate\Generated\Types;

/**
 * Links by which the insured sends the documents of a claim.
 *
 * @phpstan-import-type ClaimLink from Types
 * @phpstan-import-type CreateClaimLinkRequest from Types
 * @phpstan-import-type MadeClaimLink from Types
 */
final class ClaimLinks
{
    public function __construct(private readonly Connection $connection)
    {
    }

    /**
     * A new link; its `url` is answered this once.
     *
     * @param CreateClaimLinkRequest $settings
     * @return MadeClaimLink
     * @example $covergate->claims->links->create('claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A', ['language' => 'en', 'expires_in_hours' => 72, 'return_url' => 'https://shop.example/claims']);
     */
    public function create(string $id, array $settings = [], ?string $idempotencyKey = null): array
    {
        return $this->connection->member('data', 'createClaimLink', ['id' => $id], [], $settings, $idempotencyKey);
    }

    /**
     * The links of a claim, newest first, without their addresses.
     *
     * @return list<ClaimLink>
     * @example $covergate->claims->links->list('claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A');
     */
    public function list(string $id): array
    {
        return $this->connection->member('data', 'listClaimLinks', ['id' => $id]);
    }

    /**
     * @return ClaimLink
     * @example $covergate->claims->links->revoke('claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A', 'link_01JD3W7Q8ZK5T9V0XR2M4N6P8A');
     */
    public function revoke(string $id, string $linkId, ?string $idempotencyKey = null): array
    {
        return $this->connection->member('data', 'revokeClaimLink', ['id' => $id, 'linkId' => $linkId], idempotencyKey: $idempotencyKey);
    }
}
