<?php

declare(strict_types=1);

namespace Covergate\Resources;

use Covergate\Connection;
use Covergate\Generated\Types;

/**
 * What happened, to recover what a webhook missed, or to do without webhooks.
 *
 * @phpstan-import-type Event from Types
 */
final class Events
{
    public function __construct(private readonly Connection $connection)
    {
    }

    /**
     * Newest first.
     *
     * @param array{event_type?: list<string>, subject?: string, limit?: int} $filters
     * @return \Generator<int, Event>
     */
    public function list(array $filters = []): \Generator
    {
        $query = ['limit' => 100, ...$filters];
        do {
            $answer = $this->connection->send('listEvents', query: $query);
            foreach ($answer['events'] as $event) {
                yield $event;
            }
            $query['before'] = $answer['events'] === [] ? null : $answer['events'][\count($answer['events']) - 1]['id'];
        } while ($answer['has_more'] && $answer['events'] !== []);
    }

    /**
     * What happened after an event, oldest first: the way to go on where a receiver stopped. Ends with the newest.
     *
     * @param array{event_type?: list<string>, subject?: string, limit?: int} $filters
     * @return \Generator<int, Event>
     */
    public function since(string $eventId, array $filters = []): \Generator
    {
        $query = ['limit' => 100, ...$filters, 'after' => $eventId];
        do {
            $answer = $this->connection->send('listEvents', query: $query);
            foreach (array_reverse($answer['events']) as $event) {
                yield $event;
            }
            $query['after'] = $answer['events'] === [] ? null : $answer['events'][0]['id'];
        } while ($answer['has_more'] && $answer['events'] !== []);
    }

    /**
     * @return Event
     */
    public function get(string $eventId): array
    {
        return $this->connection->send('getEvent', ['eventId' => $eventId])['event'];
    }
}
