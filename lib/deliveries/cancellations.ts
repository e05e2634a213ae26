import { announcement } from "#lib/announcement.ts";

/** That a delivery was cancelled, told to this process. A runner that never hears of it finds nothing to do when its time comes. */
export const { announce: announceCancellation, listen: onCancellation } = announcement<[deliveryId: string]>("cancellation");
