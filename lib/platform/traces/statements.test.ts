import { expect, test } from "vitest";
import { nameStatement } from "#lib/platform/traces/spans.ts";

test.each([
  ["select 1", "SELECT"],
  ['select "id", "payload" from "events" where "id" = $1', "SELECT events"],
  ["\n  select id\n  from contracts c join products p on p.cid = c.cid for update of c skip locked", "SELECT contracts"],
  ["insert into events (id) select id from told returning id", "INSERT events"],
  ["with told as (insert into events (id) select $1 returning *) select * from told", "INSERT events"],
  ["with due as (select id from delivery_queue for update) update delivery_queue q set leased_by = $1 from due", "UPDATE delivery_queue"],
  ['update "contracts" set "status" = $1', "UPDATE contracts"],
  ["delete from calls where execution_id < $1", "DELETE calls"],
  ["begin isolation level read committed", "BEGIN"],
  ["commit", "COMMIT"],
  ["", "STATEMENT"],
])("the statement %j is %s", (text, name) => {
  expect(nameStatement(text)).toBe(name);
});
