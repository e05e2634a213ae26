import { announcement } from "#lib/announcement.ts";

/** That deliveries are due, told to this process's runners. */
export const { announce: nudgeRunners, listen: onNudge } = announcement<[]>("nudge");
