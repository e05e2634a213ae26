<?php

declare(strict_types=1);

namespace Covergate\Resources;

use Covergate\Connection;
use Covergate\Generated\Types;

/**
 * Rental companies that are attached to the API key.
 *
 * @phpstan-import-type Renter from Types
 */
final class Renters
{
    public function __construct(private readonly Connection $connection)
    {
    }

    /**
     * Their uids.
     *
     * @return list<string>
     * @example $covergate->renters->list();
     */
    public function list(): array
    {
        return array_map(strval(...), array_keys($this->connection->send('retrieveRenters')[0]['renters']));
    }

    /**
     * @return Renter
     * @example $covergate->renters->get('renter-lyon');
     */
    public function get(string $uid): array
    {
        return $this->connection->member('renter', 'retrieveRenter', ['renterId' => $uid]);
    }

    /** Attaches a renter that the operator has made available to you. @example $covergate->renters->add('renter-lyon'); */
    public function add(string $uid, ?string $idempotencyKey = null): void
    {
        $this->connection->send('addRenter', body: ['renter_id' => $uid], idempotencyKey: $idempotencyKey);
    }
}
