<?php

declare(strict_types=1);

namespace Covergate;

use Covergate\Generated\Api;
use Psr\Http\Message\ResponseInterface;

/**
 * What everything throws that fails; `getPrevious` is the error of PHP or of the HTTP client, if any. `status` and `code` are 0 where no
 * response arrived. `name` is that of the error catalogue, or CONNECTION_FAILED, TIMED_OUT, UNREADABLE_RESPONSE, FILE_UNREADABLE,
 * SIGNATURE_INVALID, and UNKNOWN_ERROR for one that is newer than this package.
 */
final class CovergateError extends \RuntimeException
{
    /**
     * The number of the error catalogue, which can mean different things for contracts, products and claims: `name` is unique.
     *
     * @var int
     */
    public $code = 0;

    /** @var string */
    public $message = '';

    /** The key under which a write was sent; the same call under the same key is carried out once. */
    public ?string $idempotencyKey = null;

    public function __construct(
        public readonly string $name,
        string $message,
        public readonly int $status = 0,
        int $code = 0,
        /** The field at fault, such as `products[0].data.user_name`. */
        public readonly ?string $field = null,
        /** Identifies the call in the call log of the portal; quote it to support. */
        public readonly ?string $executionId = null,
        /** What to do, from the error catalogue. */
        public readonly ?string $cure = null,
        /** In how many seconds the API takes the request; null if waiting does not help. */
        public readonly ?float $retryAfter = null,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, $code, $previous);
    }

    /** @internal */
    public static function malformed(string $message, ?string $field = null, ?\Throwable $previous = null): self
    {
        ['code' => $code, 'cure' => $cure] = Api::ERRORS['MALFORMED_REQUEST'];
        return new self('MALFORMED_REQUEST', $message, code: $code, field: $field, cure: $cure, previous: $previous);
    }

    /**
     * Reads a refusal: its body is that of contracts, of products or of claims (the API's description, "Responses").
     *
     * @internal
     */
    public static function ofResponse(string $side, ResponseInterface $response, mixed $body, ?\Throwable $previous = null): self
    {
        $flat = \is_array($body) ? $body : [];
        $error = \is_array($flat['error'] ?? null) ? $flat['error'] : $flat;
        [$code, $message] = [$error['code'] ?? null, $error['message'] ?? null];
        $status = $response->getStatusCode();
        $executionId = $response->getHeaderLine('x-execution-id') ?: null;
        $retryAfter = self::seconds($response->getHeaderLine('retry-after'));
        if (!\is_int($code) || !\is_string($message)) {
            $text = "the response has the status $status and no error of the API";
            return new self('UNREADABLE_RESPONSE', $text, $status, executionId: $executionId, retryAfter: $retryAfter, previous: $previous);
        }
        $name = self::nameOf($side, $code, $message);
        $cure = $name === null ? null : Api::ERRORS[$name]['cure'];
        // An installation of an earlier release names the field in the message alone.
        $field = \is_string($error['field'] ?? null) ? $error['field'] : self::fieldOf($message);

        return new self($name ?? 'UNKNOWN_ERROR', $message, $status, $code, $field, $executionId, $cure, $retryAfter);
    }

    /** Few codes have two names on one side; the message is then the meaning of one of them. */
    private static function nameOf(string $side, int $code, string $message): ?string
    {
        $names = Api::ERROR_NAMES[$side][$code] ?? [];
        $meaning = preg_replace('/ of \d+ /', ' of ', $message, 1);
        foreach ($names as $name) {
            if (Api::ERRORS[$name]['meaning'] === $meaning) {
                return $name;
            }
        }
        return $names[0] ?? null;
    }

    /** Messages begin with the field that they are about. */
    private static function fieldOf(string $message): ?string
    {
        $isFound = preg_match('/^(([A-Za-z][\w-]*)[\w.\[\]-]*?)(?=[: ]|$)/', $message, $found) === 1;
        if ($isFound && \in_array($found[2], Api::REQUEST_FIELDS, true)) {
            return $found[1];
        }
        return preg_match('/^the field "([^"]+)"/', $message, $found) === 1 ? $found[1] : null;
    }

    private static function seconds(string $header): ?float
    {
        if ($header === '') {
            return null;
        }
        $until = is_numeric($header) ? (float) $header : strtotime($header);
        return $until === false ? null : max(0.0, is_numeric($header) ? (float) $header : (float) ($until - time()));
    }
}
