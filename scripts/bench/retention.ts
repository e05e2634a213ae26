/** How long the rows of a table are kept (docs/operations.md § What grows). */
export type Retention = "calls" | "traffic" | "answers" | "hours" | "moments" | "kept";

/** Anything else is kept: the record, which the law wants. */
const retentions: readonly [tables: RegExp, retention: Retention][] = [
  [/^calls$/, "calls"],
  [/^(?:events|deliveries|delivery_attempts|delivery_queue)$/, "traffic"],
  [/^idempotency_keys$/, "answers"],
  [/^(?:call|error|delivery|webhook)_hours$/, "hours"],
  [/^(?:rate_windows|stray_files|sign_in_attempts)$/, "moments"],
];

/** Of a table or one of its partitions. */
export function retentionOf(relation: string): Retention {
  const table = tableOf(relation);
  return retentions.find(([tables]) => tables.test(table))?.[1] ?? "kept";
}

/** The table that a partition is of. */
export function tableOf(relation: string): string {
  return relation.replace(/_(?:\d{8}|other_days)$/, "");
}
