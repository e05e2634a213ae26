import { openDoor } from "#e2e/documents/door.ts";

/** The API in a process of its own, which tells its address and, when it is asked, the most memory that it has had, in MB. */
const { url } = await openDoor();
process.on("message", () => process.send?.({ maxMb: process.resourceUsage().maxRSS / 1024, nowMb: process.memoryUsage().rss / 1_048_576 }));
process.send?.({ url });
