import { sql } from "#db/client.ts";
import type { Fragment } from "#lib/deliveries/filter.ts";

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const places = [45, 40, 35, 30, 25, 20, 15, 10, 5, 0];

/** The ten letters that an identifier begins with, for a column of milliseconds since 1970 (what `encodeTime` of ulid writes). */
export function timeLetters(milliseconds: Fragment): Fragment {
  const letters = places.map((place) => sql`substr(${digits}::text, ((${milliseconds} >> ${place}::int) & 31)::int + 1, 1)`);
  return letters.reduce((written, letter) => sql`${written} || ${letter}`);
}

/** Sixteen letters that are as good as drawn, made of what no other row of the same moment has. */
export function randomLetters(of: Fragment): Fragment {
  return sql`upper(substr(md5(${of}), 1, 16))`;
}
