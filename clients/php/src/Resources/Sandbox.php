<?php

declare(strict_types=1);

namespace Covergate\Resources;

use Covergate\Connection;
use Covergate\Generated\Types;

/**
 * A development environment to rehearse in; a production key is refused.
 *
 * @phpstan-import-type ClaimResponse from Types
 * @phpstan-import-type Contract from Types
 * @phpstan-import-type GetSandboxClockResponse from Types
 * @phpstan-import-type MoveSandboxClockRequest from Types
 * @phpstan-import-type PlaySandboxMoveRequest from Types
 * @phpstan-import-type ReopenContractRequest from Types
 * @phpstan-import-type SandboxClockMove from Types
 * @phpstan-import-type SandboxScenario from Types
 */
final class Sandbox
{
    public function __construct(private readonly Connection $connection)
    {
    }

    /**
     * @return GetSandboxClockResponse
     * @example $covergate->sandbox->clock();
     */
    public function clock(): array
    {
        return $this->connection->send('getSandboxClock');
    }

    /**
     * Moves the clock forward, by `advance` such as `P1M` or `to` an instant.
     *
     * @param MoveSandboxClockRequest $move
     * @return SandboxClockMove
     * @example $covergate->sandbox->moveClock(['advance' => 'P1M']);
     */
    public function moveClock(array $move): array
    {
        return $this->connection->send('moveSandboxClock', body: $move);
    }

    /**
     * Back to the real time.
     *
     * @return SandboxClockMove
     * @example $covergate->sandbox->returnClock();
     */
    public function returnClock(): array
    {
        return $this->connection->send('returnSandboxClock');
    }

    /**
     * Plays the insurer: an action of the claims desk on a claim.
     *
     * @param PlaySandboxMoveRequest $details
     * @return ClaimResponse
     * @example $covergate->sandbox->play('claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A', 'takeOver');
     */
    public function play(string $id, string $move, array $details = []): array
    {
        return $this->connection->member('data', 'playSandboxMove', ['id' => $id, 'move' => $move], [], $details);
    }

    /**
     * Plays a whole life of a claim, a second between its steps.
     *
     * @return SandboxScenario
     * @example $covergate->sandbox->playScenario('claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A', 'paid');
     */
    public function playScenario(string $id, string $name): array
    {
        return $this->connection->member('data', 'playSandboxScenario', ['id' => $id], [], ['name' => $name]);
    }

    /**
     * @param ReopenContractRequest $reopening
     * @return Contract
     * @example $covergate->sandbox->reopenContract('01JD3W7Q8ZH4C6E1Y9B3D5F7G2', ['end_date' => '2027-01-20T08:00:00Z']);
     */
    public function reopenContract(string $contractId, array $reopening): array
    {
        return $this->connection->member('contract', 'reopenSandboxContract', ['contractId' => $contractId], [], $reopening);
    }

    /**
     * Empties the environment. `confirm` is the beginning of the development key, as the portal shows it.
     * @example $covergate->sandbox->reset('cg_dev_Xy12');
     */
    public function reset(string $confirm): void
    {
        $this->connection->send('resetSandbox', body: ['confirm' => $confirm]);
    }
}
