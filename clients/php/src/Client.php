<?php

declare(strict_types=1);

namespace Covergate;

use Covergate\Generated\Api;
use Psr\Http\Client\ClientInterface;

/** The API of Covergate. One client serves a whole program. */
final class Client
{
    public readonly Resources\Contracts $contracts;
    public readonly Resources\Renewals $renewals;
    public readonly Resources\Products $products;
    public readonly Resources\Claims $claims;
    public readonly Resources\Renters $renters;
    public readonly Resources\Geo $geo;
    public readonly Resources\Events $events;
    public readonly Resources\Statements $statements;
    public readonly Resources\Sandbox $sandbox;
    public readonly Webhooks $webhooks;
    private readonly Connection $connection;

    /**
     * @param string|null $apiKey the key of one environment; by default that of COVERGATE_API_KEY
     * @param string|null $baseUrl the address of Covergate, with or without `/v2`; by default that of COVERGATE_BASE_URL, else the one that served this package
     * @param float $timeout of one attempt, in seconds; a client of your own has its own
     */
    public function __construct(
        #[\SensitiveParameter] ?string $apiKey = null,
        ?string $baseUrl = null,
        float $timeout = 30,
        int $maxRetries = 3,
        ?ClientInterface $httpClient = null,
    ) {
        // A key from a file often ends in a line feed.
        $key = trim($apiKey ?: self::environment('COVERGATE_API_KEY') ?? '');
        if ($key === '') {
            ['code' => $code, 'cure' => $cure] = Api::ERRORS['MISSING_API_KEY'];
            throw new CovergateError('MISSING_API_KEY', 'give an apiKey, or set COVERGATE_API_KEY', code: $code, cure: $cure);
        }
        $address = trim($baseUrl ?? '') ?: trim(self::environment('COVERGATE_BASE_URL') ?? '') ?: Address::SERVED_FROM;
        // A redirect would take the key along.
        $http = $httpClient ?? new \GuzzleHttp\Client(['timeout' => $timeout, 'allow_redirects' => false, 'http_errors' => false]);
        $connection = $this->connection = new Connection($key, preg_replace('#/+(v2/*)?$#', '', $address) . '/v2', $maxRetries, $http, $httpClient === null ? $timeout : null);
        $this->contracts = new Resources\Contracts($connection);
        $this->renewals = new Resources\Renewals($connection);
        $this->products = new Resources\Products($connection);
        $this->claims = new Resources\Claims($connection);
        $this->renters = new Resources\Renters($connection);
        $this->geo = new Resources\Geo($connection);
        $this->events = new Resources\Events($connection);
        $this->statements = new Resources\Statements($connection);
        $this->sandbox = new Resources\Sandbox($connection);
        $this->webhooks = new Webhooks();
    }

    /**
     * Makes a call, and returns the status, headers and execution id beside its result:
     * `$covergate->withResponse(fn () => $covergate->contracts->get($id))`. Of several calls, those of the last one.
     *
     * @template Data
     * @param callable(): Data $call
     * @return Response<Data>
     */
    public function withResponse(callable $call): Response
    {
        return $this->connection->withResponse($call);
    }

    /** Frameworks read their `.env` into $_ENV and $_SERVER, where getenv does not look. */
    private static function environment(string $name): ?string
    {
        $value = $_ENV[$name] ?? $_SERVER[$name] ?? getenv($name);
        return \is_string($value) && $value !== '' ? $value : null;
    }
}
