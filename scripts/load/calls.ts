import type { TransactionSql } from "postgres";
import { sql } from "#db/client.ts";
import { classesPerDoubling } from "#lib/platform/traffic/ranges.ts";
import { randomLetters, timeLetters } from "#scripts/load/ids.ts";
import { loadKinds } from "#scripts/load/kinds.ts";
import { contractAt, loadSubjects } from "#scripts/load/subjects.ts";

export interface Stretch {
  from: Date;
  to: Date;
}

export interface CallLoad {
  worldId: number;
  keyId: string;
  count: number;
}

/** Fills a world's calls of a period, with hourly counts as if they had been recorded one by one; returns how many. */
export async function fillCalls(tx: TransactionSql, { worldId, keyId, count }: CallLoad, { from, to }: Stretch): Promise<number> {
  const rows = loadKinds.map(({ share: _share, event: _event, errorCode, ...kind }, place) => ({ place, ...kind, error_code: errorCode }));
  let reached = 0;
  // The upper end of each kind between 0 and 1; the last one takes the rest.
  const ends = loadKinds.slice(0, -1).map(({ share }) => (reached += share));
  const step = (to.getTime() - from.getTime()) / Math.max(1, count);
  const [made] = await tx<[{ calls: number }]>`
    with kind as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as kind
        (place int, path text, subject text, method text, endpoint text, preview boolean, status int2, error_code int)
    ),
    -- Drawn once each: without the offset they would be drawn wherever they are named.
    drawn as (
      select n, ${from.getTime()}::bigint + (n * ${step}::float8)::bigint as ms, width_bucket(random(), ${ends}::float8[]) as place,
        floor(power(random(), 3) * ${loadSubjects}::int)::int as subject, random() as luck
      from generate_series(0, ${count}::int - 1) n offset 0
    ),
    named as (
      select drawn.*, kind.path, kind.method, kind.endpoint, kind.preview, kind.status, kind.error_code,
        case kind.subject when 'contract' then '' when 'product' then 'prod_' end || ${contractAt(worldId, sql`drawn.subject`)} as subject_id
      from drawn join kind on kind.place = drawn.place
    ),
    recorded as (
      insert into calls (execution_id, at, world_id, method, endpoint, preview, status, error_code, key_id, path, subject_id, query, request_body, response_body, duration_micros, ip, user_agent)
      select 'exec_' || ${timeLetters(sql`ms`)} || ${randomLetters(sql`${worldId}::text || ms || n`)}, to_timestamp(ms / 1000.0), ${worldId}::int, method,
        endpoint, preview, status, error_code,
        ${keyId}, replace(path, '{}', coalesce(subject_id, '')), subject_id, '',
        case when method <> 'GET' then '{"uid":"volume","reference":' || n || '}' end, '{"status":"success","reference":' || n || '}',
        (800 + 4000 * luck + 200000 * power(luck, 40))::int, '192.0.2.' || n % 250, 'volume/1.0'
      from named
      returning world_id, at, key_id, duration_micros, endpoint, status, error_code
    ), refused as (
      insert into error_hours as counted (world_id, hour, endpoint, error_code, calls)
      select world_id, date_trunc('hour', at, 'UTC'), coalesce(endpoint, ''), error_code, count(*) from recorded where status >= 400 group by 1, 2, 3, 4
      on conflict (world_id, hour, endpoint, error_code) do update set calls = counted.calls + excluded.calls
    ), counted as (
      insert into call_hours as counted (world_id, hour, duration_class, key_id, calls, errors)
      select world_id, date_trunc('hour', at, 'UTC'), round(${classesPerDoubling} * ln(greatest(duration_micros, 1)::float8) / ln(2::float8)), key_id,
        count(*), count(*) filter (where status >= 400)
      from recorded group by 1, 2, 3, 4
      on conflict (world_id, hour, duration_class, key_id)
        do update set calls = counted.calls + excluded.calls, errors = counted.errors + excluded.errors
    )
    select count(*)::int as calls from recorded`;
  return made.calls;
}
