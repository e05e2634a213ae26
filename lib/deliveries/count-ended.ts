/**
 * Counts deliveries by the hour in which they ended (`delivery_hours`), in the statement that ends them: what follows after a
 * common table expression `ended`, which is `world_id`, `status`, `updated_at` and `test` of deliveries as they have become.
 * A delivery that is replayed ends anew; one that only tries out a webhook does not count. Hours are written last and in the
 * order of their key, so that no two statements wait for each other. Without parameters, for either way of writing queries.
 */
export const countEnded = `
  insert into delivery_hours as counted (world_id, hour, outcome, deliveries)
  select world_id, date_trunc('hour', updated_at, 'UTC'), status, count(*) from ended where not test and status <> 'retrying'
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (world_id, hour, outcome) do update set deliveries = counted.deliveries + excluded.deliveries`;
