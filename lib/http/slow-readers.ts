import type { Server } from "node:http";
import type { Socket } from "node:net";
import { log } from "#lib/log.ts";

/** What a reader must take within the time that it is given, in bytes: less is hardly a reader. */
const leastBytes = 65_536;
const lookEveryMs = 1000;

/** How far a connection's reader was, and when. */
interface Mark {
  taken: number;
  at: number;
}

/**
 * Closes connections whose readers take next to nothing of an answer that waits for them: each holds memory, and a list also a connection
 * to the database. Whoever takes 64 KiB in `seconds` goes on for as long as it takes; an answer that is still being made counts for nothing.
 */
export function closeSlowReaders(server: Server, seconds: number): void {
  const open = new Map<Socket, Mark | undefined>();
  server.on("connection", (socket) => {
    open.set(socket, undefined);
    socket.once("close", () => open.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, mark] of open) {
      // What waits in the process: what the kernels have taken is on its way.
      const waiting = socket.writableLength;
      const taken = socket.bytesWritten - waiting;
      if (waiting === 0) open.set(socket, undefined);
      else if (mark === undefined || taken - mark.taken >= leastBytes) open.set(socket, { taken, at: performance.now() });
      else if (performance.now() - mark.at > seconds * 1000) {
        log.warn({ address: socket.remoteAddress, waiting }, "closed a connection whose reader was too slow");
        socket.destroy();
      }
    }
  }, lookEveryMs).unref();
  server.once("close", () => clearInterval(timer));
}
