import { sql } from "#db/client.ts";
import type { Fragment } from "#db/client.ts";

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const places = [45, 40, 35, 30, 25, 20, 15, 10, 5, 0];

/** The first ten letters of an identifier, from a column of milliseconds since 1970 (like `encodeTime` of ulid). */
export function timeLetters(milliseconds: Fragment): Fragment {
  const letters = places.map((place) => sql`substr(${digits}::text, ((${milliseconds} >> ${place}::int) & 31)::int + 1, 1)`);
  return letters.reduce((written, letter) => sql`${written} || ${letter}`);
}

/** Sixteen pseudo-random letters from a value that is unique at its time. */
export function randomLetters(of: Fragment): Fragment {
  return sql`upper(substr(md5(${of}), 1, 16))`;
}
