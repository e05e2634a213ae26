<?php

declare(strict_types=1);

namespace Covergate\Resources;

use Covergate\Connection;
use Covergate\Generated\Types;

/**
 * What a month adds up to: premiums and claims.
 *
 * @phpstan-import-type Statement from Types
 * @phpstan-import-type StatementSummary from Types
 */
final class Statements
{
    public function __construct(private readonly Connection $connection)
    {
    }

    /**
     * Every month, newest first.
     *
     * @return list<StatementSummary>
     * @example $covergate->statements->list();
     */
    public function list(): array
    {
        return $this->connection->member('statements', 'listStatements');
    }

    /**
     * A month such as `2027-01`.
     *
     * @return Statement
     * @example $covergate->statements->get('2027-01');
     */
    public function get(string $month): array
    {
        return $this->connection->member('statement', 'getStatement', ['month' => $month]);
    }
}
