import type { Server } from "node:http";
import type { Socket } from "node:net";
import { log } from "#lib/log.ts";

const minBytes = 65_536;
const checkIntervalMs = 1000;

interface Mark {
  taken: number;
  at: number;
}

/** Closes connections that take less than 64 KiB of a waiting answer in `seconds`, since each holds memory or a database connection. */
export function closeSlowReaders(server: Server, seconds: number): void {
  const open = new Map<Socket, Mark | undefined>();
  server.on("connection", (socket) => {
    open.set(socket, undefined);
    socket.once("close", () => open.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, mark] of open) {
      // Only what waits in this process; the kernel's buffers are on their way.
      const waiting = socket.writableLength;
      const taken = socket.bytesWritten - waiting;
      if (waiting === 0) open.set(socket, undefined);
      else if (mark === undefined || taken - mark.taken >= minBytes) open.set(socket, { taken, at: performance.now() });
      else if (performance.now() - mark.at > seconds * 1000) {
        log.warn({ address: socket.remoteAddress, waiting }, "closed a connection whose reader was too slow");
        socket.destroy();
      }
    }
  }, checkIntervalMs).unref();
  server.once("close", () => clearInterval(timer));
}
