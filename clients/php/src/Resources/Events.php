<?php

declare(strict_types=1);

namespace Covergate\Resources;

use Covergate\Connection;
use Covergate\Generated\Types;
use Covergate\Paged;

/**
 * What happened, to recover what a webhook missed, or to do without webhooks.
 *
 * @phpstan-import-type LoggedEvent from Types
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
     * @return Paged<LoggedEvent>
     * @example $covergate->events->list(['limit' => 2])->take(2);
     */
    public function list(array $filters = []): Paged
    {
        return new Paged(function () use ($filters): \Generator {
            $query = ['limit' => Connection::LONGEST_PAGE, ...$filters];
            do {
                ['events' => $events, 'has_more' => $hasMore] = $this->connection->send('listEvents', query: $query);
                // Of `yield from`, the keys would begin anew with each page.
                foreach ($events as $event) {
                    yield $event;
                }
                $query['before'] = end($events)['id'] ?? null;
            } while ($hasMore && $events !== []);
        });
    }

    /**
     * What happened after an event, oldest first: the way to go on where a receiver stopped. Ends with the newest; with `wait`, the
     * answer to a request that has caught up comes with the next event, or after so many seconds, at most 25.
     *
     * @param array{event_type?: list<string>, subject?: string, limit?: int, wait?: int<0, 25>} $filters
     * @return Paged<LoggedEvent>
     * @example foreach ($covergate->events->since('evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A') as $event) {
     *     print_r($event);
     * }
     */
    public function since(string $eventId, array $filters = []): Paged
    {
        return new Paged(function () use ($eventId, $filters): \Generator {
            $query = ['limit' => Connection::LONGEST_PAGE, ...$filters, 'after' => $eventId];
            do {
                ['events' => $events, 'has_more' => $hasMore] = $this->connection->send('listEvents', query: $query);
                foreach (array_reverse($events) as $event) {
                    yield $event;
                }
                $query['after'] = $events[0]['id'] ?? null;
            } while ($hasMore && $events !== []);
        });
    }

    /**
     * @return LoggedEvent
     * @example $covergate->events->get('evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A');
     */
    public function get(string $eventId): array
    {
        return $this->connection->member('event', 'getEvent', ['eventId' => $eventId]);
    }
}
