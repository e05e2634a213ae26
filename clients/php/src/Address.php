<?php

declare(strict_types=1);

namespace Covergate;

/** @internal */
final class Address
{
    /** The address that served this package, which writes it here; used where neither baseUrl nor COVERGATE_BASE_URL names another. */
    public const SERVED_FROM = 'http://localhost:3000';
}
