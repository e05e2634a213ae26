import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

/** Finds a free port, the given one or any for 0; rejects with the system's error. */
export async function findFreePort(host: string, port = 0): Promise<number> {
  const probe = createServer();
  probe.listen(port, host);
  await once(probe, "listening");
  const found = (probe.address() as AddressInfo).port;
  probe.close();
  await once(probe, "close");
  return found;
}
