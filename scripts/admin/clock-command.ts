import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { enterWorld, findPartner } from "#lib/account/worlds/find.ts";
import { shiftClock, readClock, returnClock } from "#lib/developer/sandbox/clock.ts";
import { shiftClockBody } from "#lib/developer/sandbox/schema.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { Accepted } from "#lib/platform/wire/endpoint.ts";
import type { Answer } from "#scripts/admin/commands.ts";
import { fields } from "#scripts/admin/text.ts";

export interface ClockOptions {
  advance?: string;
  to?: string;
  back?: boolean;
}

/** Shows the clock of a partner's sandbox, moves it forward, or returns it to real time. */
export async function setSandboxClock(ctx: OperatorContext, idOrName: string, { advance, to, back }: ClockOptions): Promise<Answer> {
  const { id, name } = await findPartner(idOrName);
  const inSandbox = (now: Date) => enterWorld({ ...ctx, now }, id, "development");
  let line = "";
  if (back === true) {
    await returnClock(await inSandbox(ctx.now));
    line = `The sandbox of ${name} is back in the real time.\n`;
  } else if (advance !== undefined || to !== undefined) {
    const moved = await shiftClock(await inSandbox(ctx.now), shiftClockBody.parse({ advance, to }));
    const isUnderWay = moved instanceof Accepted;
    line = isUnderWay ? `The clock of ${name} is moving; the jobs go on.\n` : `The clock of ${name} was moved.\n`;
  }
  const data = await readClock(await inSandbox(currentTime()));
  const { now, offset_seconds, catching_up, next_due } = data;
  const shown = {
    now,
    "moved by (seconds)": offset_seconds,
    "moving to": catching_up === null ? null : `${catching_up.to}, ${catching_up.remaining} things still due`,
    "next due": next_due === null ? null : `${next_due.at} ${next_due.kind} ${next_due.cid}`,
  };
  return { data, text: line + fields(shown) };
}
