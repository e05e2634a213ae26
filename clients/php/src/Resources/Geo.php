<?php

declare(strict_types=1);

namespace Covergate\Resources;

use Covergate\Connection;
use Covergate\Generated\Types;

/**
 * Cities, spelt as contracts have them.
 *
 * @phpstan-import-type CitySuggestion from Types
 */
final class Geo
{
    public function __construct(private readonly Connection $connection)
    {
    }

    /**
     * @return list<string>
     * @example $covergate->geo->cities('75002');
     */
    public function cities(string $zipcode, string $country = 'FR'): array
    {
        return $this->connection->member('cities', 'getCitiesByZipcode', ['country' => $country, 'zipcode' => $zipcode]);
    }

    /**
     * The likeliest first, for the beginning of a zipcode or of a name, also misspelt.
     *
     * @return list<CitySuggestion>
     * @example $covergate->geo->suggestions('750', 'FR');
     */
    public function suggestions(string $zipcode, string $country = 'FR'): array
    {
        return $this->connection->member('cities', 'getCitiesSuggestions', ['country' => $country, 'zipcode' => $zipcode]);
    }
}
