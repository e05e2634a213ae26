import type { Server } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Node asks in each turn of its event loop which connections have something, accepts at most one new one, and then handles requests. So
 * only a short turn that has accepted none tells that none waits now. The turn in which this begins may be half over.
 */
const quietTurns = 2;
const shortMs = 0.3;
/** A listener that is never left alone is closed all the same. */
const patienceMs = 3_000;

/**
 * Closes the listener at a moment when no connection waits to be accepted, since the system resets those that do. A proxy that is refused
 * a connection turns to another instance; one whose connection is reset may not send a write again. Calls back when the last connection is
 * closed.
 */
export async function closeListener(server: Server, onClosed: () => void): Promise<void> {
  let accepted = 0;
  const count = () => void (accepted += 1);
  server.on("connection", count).on("drop", count);
  const start = performance.now();
  let [quiet, at] = [0, start];
  while (quiet < quietTurns && at - start < patienceMs) {
    const before = { accepted, at };
    await nextTurn();
    at = performance.now();
    quiet = accepted === before.accepted && at - before.at < shortMs ? quiet + 1 : 0;
  }
  server.close(onClosed);
  server.off("connection", count).off("drop", count);
}
