CREATE TABLE "renter_openings" (
	"partner_id" text NOT NULL,
	"renter_uid" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "renter_openings_partner_id_renter_uid_pk" PRIMARY KEY("partner_id","renter_uid")
);
--> statement-breakpoint
ALTER TABLE "renters" ADD COLUMN "option" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "renters" ADD COLUMN "inclusion" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "renter_openings" ADD CONSTRAINT "renter_openings_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renter_openings" ADD CONSTRAINT "renter_openings_renter_uid_renters_uid_fk" FOREIGN KEY ("renter_uid") REFERENCES "public"."renters"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "renter_openings_by_renter" ON "renter_openings" USING btree ("renter_uid","partner_id");--> statement-breakpoint
-- Who has attached a renter may go on attaching it.
INSERT INTO "renter_openings" ("partner_id", "renter_uid", "opened_at")
SELECT w."partner_id", a."renter_uid", min(a."attached_at") FROM "renter_attachments" a JOIN "worlds" w ON w."id" = a."world_id"
GROUP BY 1, 2;--> statement-breakpoint
-- Operations have the names that generated clients know (lib/calls/schema.ts).
UPDATE "call_kinds" SET "endpoint" = renamed.now FROM (VALUES
	('listContracts', 'retrieveContracts'),
	('readContract', 'retrieveContract'),
	('amendContract', 'updateContract'),
	('endContract', 'cancelContract'),
	('addContractProducts', 'createProductFromContract'),
	('removeContractProducts', 'deleteProductFromContract'),
	('configureAutomaticRenewal', 'createAutomaticRenewal'),
	('amendAutomaticRenewal', 'updateAutomaticRenewal'),
	('readAutomaticRenewal', 'getAutomaticRenewalById'),
	('readCurrentAutomaticRenewal', 'getCurrentAutomaticRenewal'),
	('actOnAllAutomaticRenewals', 'bulkAutomaticRenewals'),
	('listProducts', 'retrieveProducts'),
	('readProduct', 'retrieveProduct'),
	('changeProduct', 'updateProduct'),
	('listRenters', 'retrieveRenters'),
	('attachRenter', 'addRenter'),
	('readRenter', 'retrieveRenter'),
	('getCitiesByZipCode', 'getCitiesOfFrance'),
	('getCitiesByCountryAndZipcode', 'getCitiesByZipcode')
) AS renamed (before, now) WHERE "call_kinds"."endpoint" = renamed.before;
