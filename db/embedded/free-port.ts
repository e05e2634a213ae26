import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

/** A port of `host` that nobody listens on: the one asked for, or any for 0. Rejects with what the system says. */
export async function findFreePort(host: string, port = 0): Promise<number> {
  const probe = createServer();
  probe.listen(port, host);
  await once(probe, "listening");
  const found = (probe.address() as AddressInfo).port;
  probe.close();
  await once(probe, "close");
  return found;
}
