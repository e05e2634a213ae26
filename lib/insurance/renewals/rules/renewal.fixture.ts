import type { RenewableContract, Renewal } from "#lib/insurance/renewals/renewal.ts";
import { utc } from "#lib/platform/time/calendar.fixture.ts";

export const sampleNow = new Date("2027-03-01T12:00:00.000Z");

export const noon = (day: string): Date => new Date(`${day}T12:00:00.000Z`);

export function sampleContract(fields: Partial<RenewableContract> = {}): RenewableContract {
  return {
    cid: "01KJ0000000000000000000000",
    worldId: 1,
    uid: "renter-lyon",
    contractType: "LMD",
    status: "open",
    startDate: noon("2027-02-01"),
    endDate: noon("2027-05-01"),
    terminationPlanned: false,
    ...utc,
    ...fields,
  };
}

/** The live renewal of the sample contract, with notices on. */
export function sampleRenewal(fields: Partial<Renewal> = {}): Renewal {
  return {
    arid: "ar_01KJ0000000000000000000000",
    worldId: 1,
    cid: "01KJ0000000000000000000000",
    defaultApplication: false,
    useNotification: true,
    durationMonths: 3,
    extension: 0,
    rejectedAt: null,
    renewalScheduledFor: noon("2027-05-01"),
    notificationScheduledFor: noon("2027-04-01"),
    notifiedAt: null,
    appliedAt: null,
    nextCid: null,
    droppedAt: null,
    createdAt: noon("2027-02-01"),
    updatedAt: noon("2027-02-01"),
    ...fields,
  };
}
