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
     * @example foreach ($covergate->claims->list() as $claim) {
     *     print_r($claim);
     * }
     */
    public function list(array $filters = []): Paged
    {
        return $this->connection->items('listClaims', $filters, static fn (array $body): array => [$body['data'], $body['pagination']['next']]);
    }

    /**
     * A claim by its `id`, or by its `claimId` once it has one.
     *
     * @return ClaimResponse
     * @example $covergate->claims->get('claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A');
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
     * @example $covergate->claims->requirements(['subtype' => 'partial_break', 'product_type' => 'bike']);
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
     * @example $covergate->claims->create([
     *     'userId' => 'renter-lyon',
     *     'contractId' => '01JD3W7Q8ZH4C6E1Y9B3D5F7G2',
     *     'contractProductId' => 'cpid_01JD3W7Q8ZH4C6E1Y9B3D5F7G2',
     *     'type' => 'break',
     *     'subtype' => 'partial_break',
     *     'claimAt' => '2027-01-01T00:00:00Z',
     *     'description' => 'Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.',
     *     'questions' => [
     *         'Quels éléments du matériel sont cassés ?' => 'La roue avant et la fourche',
     *         'La casse est-elle due à un accident avec un tiers ?' => false,
     *         'Avez-vous fait un constat avec le tiers ?' => false,
     *         'La réparation est-elle effectuée en externe ?' => false,
     *     ],
     *     'insured' => ['firstName' => 'Ada', 'lastName' => 'Martin', 'phoneNumber' => '+33612345678', 'email' => 'ada@example.com'],
     *     'location' => ['address' => '14 montée de la Grande Côte', 'city' => 'Lyon', 'country' => 'FR', 'zipcode' => '69001'],
     * ]);
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
     * @example $covergate->claims->update('claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A', ['location' => ['address' => '16 montée de la Grande Côte']]);
     */
    public function update(string $id, array $changes, ?string $idempotencyKey = null): array
    {
        return $this->connection->member('data', 'updateClaim', ['id' => $id], [], $changes, $idempotencyKey);
    }

    /**
     * @return SubmittedClaim
     * @example $covergate->claims->submit('claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A');
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
     * @example $covergate->claims->cancel('claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A');
     */
    public function cancel(string $id, array $cancelling = [], ?string $idempotencyKey = null): array
    {
        return $this->connection->member('data', 'cancelClaim', ['id' => $id], [], $cancelling, $idempotencyKey);
    }
}
