/**
 * A part of an answer that is too long for one transaction: what one transaction came to, and where the next one begins; `next` is
 * undefined at the end. Each is stored in its own transaction, so that a retry goes on where the first call stopped.
 */
export class Batch<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;

  constructor(items: readonly Item[], next: string | undefined) {
    this.items = items;
    this.next = next;
  }
}
