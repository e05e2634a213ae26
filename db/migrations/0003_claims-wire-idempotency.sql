ALTER TABLE "call_hours" ADD COLUMN "key_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "call_hours" DROP CONSTRAINT "call_hours_world_id_hour_duration_class_pk";--> statement-breakpoint
ALTER TABLE "call_hours" ADD CONSTRAINT "call_hours_world_id_hour_duration_class_key_id_pk" PRIMARY KEY("world_id","hour","duration_class","key_id");--> statement-breakpoint
CREATE SEQUENCE "public"."claim_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100001 CACHE 1;--> statement-breakpoint
CREATE TABLE "claim_documents" (
	"id" text PRIMARY KEY NOT NULL,
	"claim_id" text NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"mime_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"storage_key" text NOT NULL,
	"status" text NOT NULL,
	"refusal_reason" text,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"refused_at" timestamp (3) with time zone,
	"replaced_at" timestamp (3) with time zone,
	CONSTRAINT "claim_documents_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "claim_documents_status" CHECK ("claim_documents"."status" in ('to_verify', 'accepted', 'rejected')),
	CONSTRAINT "claim_documents_refusal" CHECK (("claim_documents"."status" = 'rejected') = ("claim_documents"."refusal_reason" is not null))
);--> statement-breakpoint
CREATE TABLE "claims" (
	"id" text PRIMARY KEY NOT NULL,
	"claim_id" text,
	"world_id" integer NOT NULL,
	"uid" text NOT NULL,
	"cid" text NOT NULL,
	"cpid" text NOT NULL,
	"test" boolean NOT NULL,
	"draft_status" text NOT NULL,
	"stage" text,
	"status" text NOT NULL,
	"status_since" timestamp (3) with time zone NOT NULL,
	"can_submit" boolean NOT NULL,
	"type" text NOT NULL,
	"subtype" text NOT NULL,
	"claim_at" timestamp (3) with time zone NOT NULL,
	"description" text NOT NULL,
	"product" jsonb NOT NULL,
	"location" jsonb NOT NULL,
	"insured" jsonb NOT NULL,
	"questions" jsonb NOT NULL,
	"entries" jsonb NOT NULL,
	"note" text,
	"cancel_reason" text,
	"handler_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"submitted_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"reopened_at" timestamp (3) with time zone,
	"abandoned_at" timestamp (3) with time zone,
	CONSTRAINT "claims_claim_id_unique" UNIQUE("claim_id"),
	CONSTRAINT "claims_status" CHECK ("claims"."status" in ('draft', 'submitted', 'in_progress', 'pending_info', 'closed', 'rejected', 'abandoned', 'archived')),
	CONSTRAINT "claims_submitted" CHECK (("claims"."claim_id" is null) = ("claims"."status" in ('draft', 'archived')))
);--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" text PRIMARY KEY NOT NULL,
	"claim_id" text NOT NULL,
	"type" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"payment_state" text,
	"payment_at" timestamp (3) with time zone,
	"concerns" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settlements_amount" CHECK ("settlements"."amount_cents" > 0),
	CONSTRAINT "settlements_type" CHECK ("settlements"."type" in ('refund', 'returned', 'charge', 'cancel')),
	CONSTRAINT "settlements_payment" CHECK (("settlements"."type" = 'refund') = ("settlements"."payment_state" is not null)),
	CONSTRAINT "settlements_payment_state" CHECK ("settlements"."payment_state" in ('pending_approval', 'approved', 'executing', 'paid', 'failed', 'cancelled'))
);--> statement-breakpoint
CREATE TABLE "stray_files" (
	"storage_key" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"world_id" integer NOT NULL,
	"key" text NOT NULL,
	"batch" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"execution_id" text NOT NULL,
	"status" smallint NOT NULL,
	"error_code" integer,
	"subject_id" text,
	"body" text,
	"next" text,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_world_id_key_batch_pk" PRIMARY KEY("world_id","key","batch")
);--> statement-breakpoint
CREATE TABLE "renter_openings" (
	"partner_id" text NOT NULL,
	"renter_uid" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "renter_openings_partner_id_renter_uid_pk" PRIMARY KEY("partner_id","renter_uid")
);--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "replay_of" text;--> statement-breakpoint
ALTER TABLE "renters" ADD COLUMN "option" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "renters" ADD COLUMN "inclusion" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "claim_documents" ADD CONSTRAINT "claim_documents_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_world_id_worlds_id_fk" FOREIGN KEY ("world_id") REFERENCES "public"."worlds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_cid_contracts_cid_fk" FOREIGN KEY ("cid") REFERENCES "public"."contracts"("cid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_cpid_contract_products_cpid_fk" FOREIGN KEY ("cpid") REFERENCES "public"."contract_products"("cpid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_concerns" FOREIGN KEY ("concerns") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renter_openings" ADD CONSTRAINT "renter_openings_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renter_openings" ADD CONSTRAINT "renter_openings_renter_uid_renters_uid_fk" FOREIGN KEY ("renter_uid") REFERENCES "public"."renters"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "claim_documents_current" ON "claim_documents" USING btree ("claim_id","type") WHERE "claim_documents"."replaced_at" is null;--> statement-breakpoint
CREATE INDEX "claim_documents_by_claim" ON "claim_documents" USING btree ("claim_id","id");--> statement-breakpoint
CREATE INDEX "claims_by_world" ON "claims" USING btree ("world_id","created_at","id");--> statement-breakpoint
CREATE INDEX "claims_by_renter" ON "claims" USING btree ("world_id","uid","created_at","id");--> statement-breakpoint
CREATE INDEX "claims_by_renter_and_status" ON "claims" USING btree ("world_id","uid","status","created_at","id");--> statement-breakpoint
CREATE INDEX "claims_by_status" ON "claims" USING btree ("world_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "claims_by_contract" ON "claims" USING btree ("cid","id");--> statement-breakpoint
CREATE INDEX "claims_queue" ON "claims" USING btree ("test","status","status_since","id");--> statement-breakpoint
CREATE INDEX "claims_queue_of_world" ON "claims" USING btree ("world_id","test","status","status_since","id");--> statement-breakpoint
CREATE INDEX "settlements_by_claim" ON "settlements" USING btree ("claim_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_concerned_once" ON "settlements" USING btree ("concerns");--> statement-breakpoint
CREATE INDEX "stray_files_since" ON "stray_files" USING btree ("since");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "renter_openings_by_renter" ON "renter_openings" USING btree ("renter_uid","partner_id");--> statement-breakpoint
CREATE INDEX "calls_by_replay" ON "calls" USING btree ("world_id","replay_of","execution_id") WHERE "calls"."replay_of" is not null;--> statement-breakpoint
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
