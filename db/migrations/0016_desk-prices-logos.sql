CREATE TABLE "claim_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"claim_id" text NOT NULL,
	"author_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reason_templates" (
	"id" text PRIMARY KEY NOT NULL,
	"use" text NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reason_templates_use" CHECK ("reason_templates"."use" in ('requestDocument', 'refuseDocument', 'rejectClaim')),
	CONSTRAINT "reason_templates_language" CHECK ("reason_templates"."language" in ('en', 'fr'))
);
--> statement-breakpoint
CREATE TABLE "payee_accounts" (
	"renter_uid" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"iban" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payee_accounts_iban" CHECK ("payee_accounts"."iban" ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$')
);
--> statement-breakpoint
CREATE TABLE "payment_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"execute_on" date NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments_of_runs" (
	"settlement_id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"holder" text NOT NULL,
	"iban" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tariff_notices" (
	"tariff_id" text NOT NULL,
	"partner_id" text NOT NULL,
	"noticed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tariff_notices_tariff_id_partner_id_pk" PRIMARY KEY("tariff_id","partner_id")
);
--> statement-breakpoint
CREATE TABLE "tariff_proposals" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"effective_from" timestamp (3) with time zone NOT NULL,
	"rates" jsonb NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"tariff_id" text,
	CONSTRAINT "tariff_proposals_status" CHECK ("tariff_proposals"."status" in ('waiting', 'published', 'refused')),
	CONSTRAINT "tariff_proposals_published" CHECK (("tariff_proposals"."status" = 'published') = ("tariff_proposals"."tariff_id" is not null)),
	CONSTRAINT "tariff_proposals_decided" CHECK (("tariff_proposals"."status" = 'waiting') = ("tariff_proposals"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "settlements" DROP CONSTRAINT "settlements_payment_state";--> statement-breakpoint
DROP INDEX "claims_queue";--> statement-breakpoint
DROP INDEX "claims_queue_of_world";--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "request_headers" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "response_headers" text;--> statement-breakpoint
ALTER TABLE "claim_links" ADD COLUMN "execution_id" text;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "proposed_by" text;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "brand_color" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "logo" jsonb;--> statement-breakpoint
ALTER TABLE "renters" ADD COLUMN "logo" jsonb;--> statement-breakpoint
ALTER TABLE "claim_notes" ADD CONSTRAINT "claim_notes_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_notes" ADD CONSTRAINT "claim_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reason_templates" ADD CONSTRAINT "reason_templates_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_accounts" ADD CONSTRAINT "payee_accounts_renter_uid_renters_uid_fk" FOREIGN KEY ("renter_uid") REFERENCES "public"."renters"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_accounts" ADD CONSTRAINT "payee_accounts_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD CONSTRAINT "payment_runs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments_of_runs" ADD CONSTRAINT "payments_of_runs_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments_of_runs" ADD CONSTRAINT "payments_of_runs_run_id_payment_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payment_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tariff_notices" ADD CONSTRAINT "tariff_notices_tariff_id_tariffs_id_fk" FOREIGN KEY ("tariff_id") REFERENCES "public"."tariffs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tariff_proposals" ADD CONSTRAINT "tariff_proposals_tariff_id_tariffs_id_fk" FOREIGN KEY ("tariff_id") REFERENCES "public"."tariffs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_notes_by_claim" ON "claim_notes" USING btree ("claim_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "reason_templates_title" ON "reason_templates" USING btree ("use","language","title");--> statement-breakpoint
CREATE INDEX "payment_runs_by_time" ON "payment_runs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_of_runs_by_run" ON "payments_of_runs" USING btree ("run_id","settlement_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tariff_proposals_waiting" ON "tariff_proposals" USING btree ("name","version") WHERE "tariff_proposals"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "tariff_proposals_by_time" ON "tariff_proposals" USING btree ("proposed_at","id");--> statement-breakpoint
CREATE INDEX "claim_links_completed" ON "claim_links" USING btree ("world_id","id") WHERE "claim_links"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX "claims_queue_by_stage" ON "claims" USING btree ("test","status","stage","status_since","id");--> statement-breakpoint
CREATE INDEX "claims_queue_of_world_by_stage" ON "claims" USING btree ("world_id","test","status","stage","status_since","id");--> statement-breakpoint
CREATE INDEX "claims_queue_of_handler" ON "claims" USING btree ("handler_id","test","status","stage","status_since","id");--> statement-breakpoint
CREATE INDEX "claims_by_renter_of_any_world" ON "claims" USING btree ("uid","status_since","id");--> statement-breakpoint
CREATE INDEX "claims_search" ON "claims" USING gin (to_tsvector('simple', regexp_replace(replace(replace(replace(translate(lower((coalesce(insured ->> 'firstName', '') || ' ' || coalesce(insured ->> 'lastName', '') || ' ' || coalesce(product ->> 'productMarked', ''))), 'àáâãäåçèéêëìíîïñòóôõöøšùúûüýÿžÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØŠÙÚÛÜÝŸŽŒÆ-‐‑–''’`  ̧̀́̂̃̈', 'aaaaaaceeeeiiiinoooooosuuuuyyzaaaaaaceeeeiiiinoooooosuuuuyyzœæ         '), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), '[[:punct:]]+', ' ', 'g')));--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_one_proposal" ON "settlements" USING btree ("claim_id") WHERE "settlements"."payment_state" = 'pending_approval';--> statement-breakpoint
CREATE INDEX "premium_entries_by_renter" ON "premium_entries" USING btree ("world_id","uid","at","id");--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_two_people" CHECK ("settlements"."decided_by" <> "settlements"."proposed_by");--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_payment_state" CHECK ("settlements"."payment_state" in ('pending_approval', 'approved', 'executing', 'paid', 'failed', 'cancelled', 'declined'));--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_brand_color" CHECK ("partners"."brand_color" ~ '^(#[0-9a-f]{6})?$');