<?php

declare(strict_types=1);

namespace Covergate;

use Covergate\Generated\Api;
use GuzzleHttp\Exception\ConnectException;
use GuzzleHttp\Psr7\HttpFactory;
use GuzzleHttp\Psr7\MultipartStream;
use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;

/**
 * Sends the operations of the API, again where that may help.
 *
 * @internal
 */
final class Connection
{
    private const FIRST_DELAY = 0.5;
    private const LONGEST_DELAY = 8.0;
    /** A server that asks for more is no reason for a program to stand still: the call fails, and says how long. */
    private const LONGEST_RETRY_AFTER = 60.0;
    public const LONGEST_PAGE = 100;
    /** CURLE_OPERATION_TIMEDOUT. */
    private const CURL_TIMED_OUT = 28;

    /** That of the last call that succeeded. */
    private ?ResponseInterface $response = null;

    public function __construct(
        private readonly string $apiKey,
        private readonly string $baseUrl,
        private readonly int $maxRetries,
        private readonly ClientInterface $http,
        /** Seconds for one attempt; null where the HTTP client of the integrator decides. */
        private readonly ?float $timeout,
    ) {
    }

    /**
     * @param array<string, string> $path
     * @param array<string, mixed> $query
     * @param array<mixed>|null $body
     * @param (callable(): list<array<string, mixed>>)|null $form the parts of a form, anew for each attempt
     */
    public function send(string $operation, array $path = [], array $query = [], ?array $body = null, ?string $idempotencyKey = null, ?callable $form = null): mixed
    {
        try {
            $request = $this->request($operation, $path, $query, $body, $idempotencyKey);
        } catch (\InvalidArgumentException $error) {
            throw CovergateError::malformed('the request cannot be sent: ' . $error->getMessage(), previous: $error);
        }
        for ($attempt = 0;; $attempt++) {
            try {
                return $this->exchange(Api::OPERATIONS[$operation][2], $form === null ? $request : self::withForm($request, $form()));
            } catch (CovergateError $error) {
                $error->idempotencyKey = $request->getHeaderLine('idempotency-key') ?: null;
                $delay = $this->delayBefore($attempt, $error);
                if ($delay === null || $attempt >= $this->maxRetries) {
                    throw $error;
                }
                usleep((int) ($delay * 1_000_000));
            }
        }
    }

    /**
     * Sends an operation, and returns a member of the envelope of its response.
     *
     * @param array<string, string> $path
     * @param array<string, mixed> $query
     * @param array<mixed>|null $body
     */
    public function member(string $name, string $operation, array $path = [], array $query = [], ?array $body = null, ?string $idempotencyKey = null): mixed
    {
        $envelope = $this->send($operation, $path, $query, $body, $idempotencyKey);
        if (isset($envelope[$name])) {
            return $envelope[$name];
        }
        $message = "the response is not that of the API: $name is missing";
        $executionId = $this->response?->getHeaderLine('x-execution-id') ?: null;
        throw new CovergateError('UNREADABLE_RESPONSE', $message, $this->response?->getStatusCode() ?? 0, executionId: $executionId);
    }

    /**
     * @template Data
     * @param callable(): Data $call
     * @return Response<Data>
     */
    public function withResponse(callable $call): Response
    {
        $this->response = null;
        $data = $call();
        if ($this->response === null) {
            throw CovergateError::malformed('withResponse takes a call that sends a request; of a list, that is take');
        }
        $headers = array_change_key_case($this->response->getHeaders());

        return new Response($data, $this->response->getStatusCode(), $headers, $headers['x-execution-id'][0] ?? null);
    }

    /**
     * A list whose pages go on after the last item of the one before, so that a loop may delete what it lists.
     *
     * @param array<string, mixed> $filters
     * @param callable(mixed): array{list<array<string, mixed>>, string|null} $pageOf the items of a response, and after which one the list goes on
     * @return Paged<array<string, mixed>>
     */
    public function items(string $operation, array $filters, callable $pageOf): Paged
    {
        return new Paged(function () use ($operation, $filters, $pageOf): \Generator {
            $query = ['limit' => min(self::LONGEST_PAGE, max(1, (int) ($filters['limit'] ?? self::LONGEST_PAGE)))] + $filters;
            do {
                [$items, $next] = $pageOf($this->send($operation, query: $query));
                // Of `yield from`, the keys would begin anew with each page.
                foreach ($items as $item) {
                    yield $item;
                }
                unset($query['skip']);
                $query['after'] = $next;
            } while ($next !== null);
        });
    }

    /**
     * @param array<string, string> $path
     * @param array<string, mixed> $query
     * @param array<mixed>|null $body
     */
    private function request(string $operation, array $path, array $query, ?array $body, ?string $idempotencyKey): RequestInterface
    {
        [$method, $template] = Api::OPERATIONS[$operation];
        $filled = preg_replace_callback('/\{(\w+)\}/', static fn (array $match): string => self::segment($match[1], $path[$match[1]]), $template);
        $pairs = [];
        foreach ($query as $name => $value) {
            foreach (\is_array($value) ? $value : [$value] as $each) {
                if ($each !== null) {
                    $pairs[] = rawurlencode($name) . '=' . rawurlencode(self::text($each));
                }
            }
        }
        $factory = new HttpFactory();
        $request = $factory->createRequest($method, $this->baseUrl . $filled . ($pairs === [] ? '' : '?' . implode('&', $pairs)))
            ->withHeader('key', $this->apiKey)
            ->withHeader('accept', 'application/json')
            ->withHeader('user-agent', 'covergate-php/' . Api::VERSION);
        if ($method !== 'GET') {
            $request = $request->withHeader('idempotency-key', $idempotencyKey ?? bin2hex(random_bytes(16)));
        }
        if ($body === null) {
            return $request;
        }
        $json = self::encode($body === [] ? new \stdClass() : self::withObjects($body));
        return $request->withHeader('content-type', 'application/json')->withBody($factory->createStream($json));
    }

    private static function text(mixed $value): string
    {
        return match (true) {
            \is_bool($value) => $value ? 'true' : 'false',
            $value instanceof \DateTimeInterface => $value->format(\DATE_RFC3339_EXTENDED),
            default => (string) $value,
        };
    }

    public static function encode(mixed $value): string
    {
        try {
            return json_encode($value, \JSON_THROW_ON_ERROR | \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES);
        } catch (\JsonException $error) {
            throw CovergateError::malformed('the body cannot be written as JSON: ' . $error->getMessage(), previous: $error);
        }
    }

    /** @param list<array<string, mixed>> $parts */
    private static function withForm(RequestInterface $request, array $parts): RequestInterface
    {
        $form = new MultipartStream($parts);
        return $request->withHeader('content-type', "multipart/form-data; boundary={$form->getBoundary()}")->withBody($form);
    }

    /**
     * PHP has one empty array for lists and objects, and JSON two. Dates are texts in JSON.
     *
     * @param array<mixed> $body
     * @return array<mixed>
     */
    private static function withObjects(array $body): array
    {
        foreach ($body as $name => $value) {
            if ($value === [] && !\in_array($name, Api::LISTS, true)) {
                $body[$name] = new \stdClass();
            } elseif (\is_array($value)) {
                $body[$name] = self::withObjects($value);
            } elseif ($value instanceof \DateTimeInterface) {
                $body[$name] = $value->format(\DATE_RFC3339_EXTENDED);
            }
        }
        return $body;
    }

    /** A part of a path. An empty one, or dots, would make it the path of another operation. */
    private static function segment(string $name, string $value): string
    {
        if (\in_array($value, ['', '.', '..'], true)) {
            throw CovergateError::malformed("$name must be an identifier, and is \"$value\"", $name);
        }
        return rawurlencode($value);
    }

    private function exchange(string $side, RequestInterface $request): mixed
    {
        $start = hrtime(true);
        try {
            $request->getBody()->rewind();
            $response = $this->http->sendRequest($request);
            $text = (string) $response->getBody();
            // The streams of PHP end without a word where a connection breaks.
            if (\strlen($text) < (int) $response->getHeaderLine('content-length')) {
                throw new \RuntimeException('the response breaks off');
            }
        } catch (ClientExceptionInterface | \RuntimeException | \InvalidArgumentException $error) {
            throw new CovergateError($this->isTimeout($error, $start) ? 'TIMED_OUT' : 'CONNECTION_FAILED', 'no response: ' . $error->getMessage(), previous: $error);
        }
        $broken = null;
        try {
            $body = $text === '' ? null : json_decode($text, true, flags: \JSON_THROW_ON_ERROR);
        } catch (\JsonException $broken) {
            // A proxy in between answers in its own words.
            $body = null;
        }
        $status = $response->getStatusCode();
        if ($status >= 200 && $status < 300 && $broken === null) {
            $this->response = $response;
            return $body;
        }
        throw CovergateError::ofResponse($side, $response, $body, $broken);
    }

    /** Whether an attempt that began at `$start` of hrtime ended for its time. PHP without its extension curl names no cause. */
    private function isTimeout(\Throwable $error, int $start): bool
    {
        $seconds = (hrtime(true) - $start) / 1e9;
        $isNamed = $error instanceof ConnectException && ($error->getHandlerContext()['errno'] ?? 0) === self::CURL_TIMED_OUT;
        return $isNamed || ($this->timeout !== null && $this->timeout > 0 && $seconds >= $this->timeout);
    }

    /** Seconds until the next attempt; null where another one would end as this did. */
    private function delayBefore(int $attempt, CovergateError $error): ?float
    {
        $status = $error->status;
        // 409 is a first attempt that is still in progress, 429 too many requests: both say when, where waiting helps.
        if ($error->retryAfter !== null && ($status === 409 || $status === 429 || $status >= 500)) {
            return $error->retryAfter > self::LONGEST_RETRY_AFTER ? null : $error->retryAfter;
        }
        if (!\in_array($error->name, ['CONNECTION_FAILED', 'TIMED_OUT'], true) && $status !== 408 && $status < 500) {
            return null;
        }
        return min(self::LONGEST_DELAY, self::FIRST_DELAY * 2 ** $attempt) * (0.5 + mt_rand() / mt_getrandmax() / 2);
    }
}
