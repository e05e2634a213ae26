<?php

declare(strict_types=1);

namespace Covergate;

/**
 * What a call returned, and the response that brought it.
 *
 * @template-covariant Data
 */
final class Response
{
    /**
     * @param Data $data
     * @param array<string, list<string>> $headers by their names in lower case
     * @param string|null $executionId identifies the call in the call log of the portal; quote it to support
     */
    public function __construct(
        public readonly mixed $data,
        public readonly int $status,
        public readonly array $headers,
        public readonly ?string $executionId,
    ) {
    }
}
