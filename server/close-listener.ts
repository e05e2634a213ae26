import type { Server } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Node accepts at most one connection in a turn of its event loop; the first turn may have accepted before this began. */
const quietTurns = 2;
/** A listener that connections never leave alone is closed all the same. */
const patienceMs = 1_000;

/**
 * Closes the listener at a moment when no connection waits to be accepted, since the system resets those that do. A proxy that is refused
 * a connection turns to another instance; one whose connection is reset may not send a write again. Calls back when the last connection is
 * closed.
 */
export async function closeListener(server: Server, onClosed: () => void): Promise<void> {
  let isQuiet = true;
  const note = () => void (isQuiet = false);
  server.on("connection", note).on("drop", note);
  const until = performance.now() + patienceMs;
  for (let quiet = 0; quiet < quietTurns && performance.now() < until; quiet = isQuiet ? quiet + 1 : 0) {
    isQuiet = true;
    await nextTurn();
  }
  server.close(onClosed);
  server.off("connection", note).off("drop", note);
}
