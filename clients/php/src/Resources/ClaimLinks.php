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
     */
    public function create(string $id, array $settings = [], ?string $idempotencyKey = null): array
    {
        return $this->connection->member('data', 'createClaimLink', ['id' => $id], [], $settings, $idempotencyKey);
    }

    /**
     * The links of a claim, newest first, without their addresses.
     *
     * @return list<ClaimLink>
     */
    public function list(string $id): array
    {
        return $this->connection->member('data', 'listClaimLinks', ['id' => $id]);
    }

    /**
     * @return ClaimLink
     */
    public function revoke(string $id, string $linkId, ?string $idempotencyKey = null): array
    {
        return $this->connection->member('data', 'revokeClaimLink', ['id' => $id, 'linkId' => $linkId], idempotencyKey: $idempotencyKey);
    }
}
