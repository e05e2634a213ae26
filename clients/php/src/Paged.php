<?php

declare(strict_types=1);

namespace Covergate;

/**
 * The items of a list, newest first, loaded page by page as they are asked for: `foreach ($covergate->contracts->list(['uid' => $uid]) as $contract)`.
 *
 * @template-covariant Item
 * @implements \IteratorAggregate<int, Item>
 */
final class Paged implements \IteratorAggregate
{
    /** @param \Closure(): \Generator<int, Item> $items */
    public function __construct(private readonly \Closure $items)
    {
    }

    /** @return \Generator<int, Item> */
    public function getIterator(): \Generator
    {
        return ($this->items)();
    }

    /**
     * The first items, at most so many.
     *
     * @return list<Item>
     */
    public function take(int $count): array
    {
        $items = [];
        if ($count <= 0) {
            return $items;
        }
        foreach ($this as $item) {
            $items[] = $item;
            if (\count($items) >= $count) {
                break;
            }
        }
        return $items;
    }
}
