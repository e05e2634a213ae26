<?php

declare(strict_types=1);

namespace Covergate;

/**
 * Deliveries of webhooks; needs no API key.
 *
 * @phpstan-import-type WebhookEvent from Generated\Types
 */
final class Webhooks
{
    /**
     * Checks the signature of a delivery (Standard Webhooks) and returns its event, told apart by `event_type`, with its `id`: it is the same
     * in every delivery of the event, so store it to detect duplicates. Throws a CovergateError SIGNATURE_INVALID otherwise. The body is the
     * raw one, before it is parsed: file_get_contents('php://input').
     *
     * @param mixed $body the raw body, a string
     * @param array<string, mixed> $headers such as those of getallheaders(), of a PSR-7 request, or $_SERVER
     * @param string|list<string> $secrets one or more `whsec_…` of the webhook, so that a rotation needs no pause
     * @return WebhookEvent
     */
    public static function verify(mixed $body, array $headers, #[\SensitiveParameter] string|array $secrets, int $toleranceSeconds = 300, ?int $now = null): array
    {
        if (!\is_string($body)) {
            throw self::refused('the body is no text: pass the raw body, before a parser runs');
        }
        $named = [];
        foreach ($headers as $name => $value) {
            $named[preg_replace('/^http-/', '', strtr(strtolower((string) $name), '_', '-'))] = $value;
        }
        [$id, $timestamp, $given] = array_map(
            static fn (string $name): string => self::header($named, "webhook-$name"),
            ['id', 'timestamp', 'signature'],
        );
        if (!ctype_digit($timestamp) || abs(($now ?? time()) - (int) $timestamp) > $toleranceSeconds) {
            throw self::refused("webhook-timestamp must be within $toleranceSeconds seconds of now, and is $timestamp");
        }
        foreach ((array) $secrets as $secret) {
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", self::key($secret), true));
            foreach (explode(' ', $given) as $signature) {
                if (hash_equals($expected, $signature)) {
                    return self::read($body, $id);
                }
            }
        }
        throw self::refused('webhook-signature is not of any of the secrets: check that the body is the raw one, and the secret that of this webhook');
    }

    /** @return WebhookEvent */
    private static function read(string $body, string $id): array
    {
        $sent = json_decode($body, true);
        if (!\is_array($sent)) {
            throw self::refused('the body is signed and is not a JSON object');
        }
        /** @var WebhookEvent $event */
        $event = [...$sent, 'id' => $id];

        return $event;
    }

    /** @param array<string, mixed> $headers */
    private static function header(array $headers, string $name): string
    {
        $value = $headers[$name] ?? '';
        $text = \is_array($value) ? ($value[0] ?? '') : $value;
        return \is_string($text) && $text !== '' ? $text : throw self::refused("$name is missing: turn signatures on for this webhook");
    }

    private static function key(string $secret): string
    {
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret) ?? '', true);
        return $key !== false && $key !== '' ? $key : throw self::refused('a secret must be `whsec_` and base64, as the portal shows it');
    }

    private static function refused(string $message): CovergateError
    {
        return new CovergateError('SIGNATURE_INVALID', $message);
    }
}
