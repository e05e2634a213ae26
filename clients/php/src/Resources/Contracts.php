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
     * @example $covergate->contracts->list(['uid' => 'renter-lyon', 'test' => true, 'skip' => 10, 'limit' => 10])->take(10);
     */
    public function list(array $filters): Paged
    {
        return $this->connection->items('retrieveContracts', $filters, static fn (array $body): array => [$body['contracts'], $body['next']]);
    }

    /**
     * @return Contract
     * @example $covergate->contracts->get('01JD3W7Q8ZK5T9V0XR2M4N6P8A');
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
     * @example $covergate->contracts->create([
     *     'uid' => 'renter-lyon',
     *     'contract_type' => 'LCD',
     *     'start_date' => '2027-01-01T00:00:00Z',
     *     'end_date' => '2027-01-08T00:00:00Z',
     *     'options' => ['break', 'theft'],
     *     'products' => [['product_id' => '2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21', 'data' => ['product_marked' => 'BC-12345']]],
     * ]);
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
     * @example $covergate->contracts->preview([
     *     'uid' => 'renter-lyon',
     *     'contract_type' => 'LCD',
     *     'start_date' => '2027-01-16T08:00:00Z',
     *     'end_date' => '2027-01-18T08:00:00Z',
     *     'options' => ['break', 'theft'],
     *     'products' => [
     *         [
     *             'product_type' => 'bike',
     *             'product_subtype' => 'cargo',
     *             'value_excl' => 4900,
     *             'brand' => 'Riese & Müller',
     *             'model' => 'Packster 70',
     *         ],
     *     ],
     * ]);
     */
    public function preview(array $contract): array
    {
        return $this->connection->member('contract', 'createContract', query: ['preview' => true], body: $contract);
    }

    /**
     * @param UpdateContractRequest $changes
     * @return Contract
     * @example $covergate->contracts->update('01JD3W7Q8ZK5T9V0XR2M4N6P8A', ['end_date' => '2027-05-10T07:00:00Z'], preview: true);
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
     * @example $covergate->contracts->end('01JD3W7Q8ZK5T9V0XR2M4N6P8A');
     */
    public function end(string $contractId, array $ending = [], ?bool $preview = null, ?string $idempotencyKey = null): array
    {
        return $this->connection->member('contract', 'cancelContract', ['contractId' => $contractId], ['preview' => $preview], $ending, $idempotencyKey);
    }

    /**
     * @param AddContractProductsRequest $products
     * @return Contract
     * @example $covergate->contracts->addProducts('01JD3W7Q8ZK5T9V0XR2M4N6P8A', [
     *     'start_date' => '2027-02-01T08:00:00Z',
     *     'products' => [
     *         ['product_id' => '2f1c7a4e-5d0b-4c6e-9a3d-8e7b6f5a4c21', 'data' => ['product_marked' => 'BC-12346', 'user_name' => 'Grace Hopper']],
     *     ],
     * ]);
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
     * @example $covergate->contracts->removeProducts('01JD3W7Q8ZK5T9V0XR2M4N6P8A', ['reason' => 'The customer returned the bike.', 'products' => ['cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8A']]);
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
     * @example $covergate->contracts->createClaimLink('01JD3W7Q8ZH4C6E1Y9B3D5F7G2', ['contract_product_id' => 'cpid_01JD3W7Q8ZH4C6E1Y9B3D5F7G2']);
     */
    public function createClaimLink(string $contractId, array $settings = [], ?string $idempotencyKey = null): array
    {
        return $this->connection->member('data', 'createContractClaimLink', ['contractId' => $contractId], [], $settings, $idempotencyKey);
    }

    /**
     * The links of a contract, newest first, each with the claim that was declared by it.
     *
     * @return list<ContractClaimLink>
     * @example $covergate->contracts->listClaimLinks('01JD3W7Q8ZH4C6E1Y9B3D5F7G2');
     */
    public function listClaimLinks(string $contractId): array
    {
        return $this->connection->member('data', 'listContractClaimLinks', ['contractId' => $contractId]);
    }

    /**
     * @return ContractClaimLink
     * @example $covergate->contracts->revokeClaimLink('01JD3W7Q8ZH4C6E1Y9B3D5F7G2', 'link_01JD3W7Q8ZH4C6E1Y9B3D5F7G2');
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
