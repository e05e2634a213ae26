<?php

declare(strict_types=1);

namespace Covergate\Resources;

use Covergate\Connection;
use Covergate\Generated\Types;

/**
 * Automatic renewals of contracts of the types LMD and LLD.
 *
 * @phpstan-import-type AutomaticRenewal from Types
 * @phpstan-import-type BulkAutomaticRenewalRequest from Types
 * @phpstan-import-type CreateAutomaticRenewalRequest from Types
 * @phpstan-import-type UpdateAutomaticRenewalRequest from Types
 */
final class Renewals
{
    public function __construct(private readonly Connection $connection)
    {
    }

    /**
     * All renewals that a contract has had.
     *
     * @return list<AutomaticRenewal>
     * @example $covergate->renewals->list('01JD3W7Q8ZK5T9V0XR2M4N6P8A');
     */
    public function list(string $contractId): array
    {
        return $this->connection->member('automatic_renewals', 'listAutomaticRenewals', ['contractId' => $contractId]);
    }

    /**
     * @return AutomaticRenewal
     * @example $covergate->renewals->get('01JD3W7Q8ZK5T9V0XR2M4N6P8A', 'ar_01JD3W7Q8ZK5T9V0XR2M4N6P8A');
     */
    public function get(string $contractId, string $arid): array
    {
        return $this->connection->member('automatic_renewal', 'getAutomaticRenewalById', ['contractId' => $contractId, 'arid' => $arid]);
    }

    /**
     * The one that is scheduled or rejected.
     *
     * @return AutomaticRenewal
     * @example $covergate->renewals->current('01JD3W7Q8ZK5T9V0XR2M4N6P8A');
     */
    public function current(string $contractId): array
    {
        return $this->connection->member('automatic_renewal', 'getCurrentAutomaticRenewal', ['contractId' => $contractId]);
    }

    /**
     * Creates the renewal, or configures the current one.
     *
     * @param CreateAutomaticRenewalRequest $renewal
     * @return AutomaticRenewal
     * @example $covergate->renewals->create('01JD3W7Q8ZK5T9V0XR2M4N6P8A');
     */
    public function create(string $contractId, array $renewal = [], ?string $idempotencyKey = null): array
    {
        return $this->connection->member('automatic_renewal', 'createAutomaticRenewal', ['contractId' => $contractId], [], $renewal, $idempotencyKey);
    }

    /**
     * @param UpdateAutomaticRenewalRequest $changes
     * @return AutomaticRenewal
     * @example $covergate->renewals->update('01JD3W7Q8ZK5T9V0XR2M4N6P8A', 'ar_01JD3W7Q8ZK5T9V0XR2M4N6P8A', ['rejected' => true]);
     */
    public function update(string $contractId, string $arid, array $changes, ?string $idempotencyKey = null): array
    {
        return $this->connection->member('automatic_renewal', 'updateAutomaticRenewal', ['contractId' => $contractId, 'arid' => $arid], [], $changes, $idempotencyKey);
    }

    /**
     * Acts on every open contract that can be renewed, and returns the renewals that were changed.
     *
     * @param BulkAutomaticRenewalRequest $actions
     * @return list<AutomaticRenewal>
     * @example $covergate->renewals->bulk(['reject_on_all_contracts' => true]);
     */
    public function bulk(array $actions, ?string $idempotencyKey = null): array
    {
        return $this->connection->member('automatic_renewals', 'bulkAutomaticRenewals', [], [], $actions, $idempotencyKey);
    }
}
