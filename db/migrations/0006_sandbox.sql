CREATE TABLE "sandbox_scenarios" (
	"id" text PRIMARY KEY NOT NULL,
	"world_id" integer NOT NULL,
	"claim_id" text NOT NULL,
	"name" text NOT NULL,
	"steps" jsonb NOT NULL,
	"made" smallint DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"stopped_by" text,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_scenarios_status" CHECK ("sandbox_scenarios"."status" in ('running', 'done', 'stopped')),
	CONSTRAINT "sandbox_scenarios_due_at" CHECK (("sandbox_scenarios"."status" = 'running') = ("sandbox_scenarios"."due_at" is not null))
);
--> statement-breakpoint
DROP INDEX "contract_products_due";--> statement-breakpoint
DROP INDEX "contracts_due";--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "contracts" c SET "due_at" = CASE WHEN c."status" = 'open' THEN least(c."end_date", (SELECT min(p."end_date") FROM "contract_products" p WHERE p."cid" = c."cid" AND p."status" = 'open')) ELSE c."end_date" END;--> statement-breakpoint
ALTER TABLE "contracts" ALTER COLUMN "due_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "worlds" ADD COLUMN "clock_offset_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "worlds" ADD COLUMN "clock_stands_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "worlds" ADD COLUMN "emptied_before" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sandbox_scenarios" ADD CONSTRAINT "sandbox_scenarios_world_id_worlds_id_fk" FOREIGN KEY ("world_id") REFERENCES "public"."worlds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_scenarios" ADD CONSTRAINT "sandbox_scenarios_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sandbox_scenarios_by_claim" ON "sandbox_scenarios" USING btree ("claim_id","id");--> statement-breakpoint
CREATE INDEX "sandbox_scenarios_due" ON "sandbox_scenarios" USING btree ("due_at") WHERE "sandbox_scenarios"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_scenarios_running" ON "sandbox_scenarios" USING btree ("claim_id") WHERE "sandbox_scenarios"."status" = 'running';--> statement-breakpoint
CREATE INDEX "claims_by_contract_product" ON "claims" USING btree ("cpid");--> statement-breakpoint
CREATE INDEX "contracts_due_of_world" ON "contracts" USING btree ("world_id","due_at","cid") WHERE "contracts"."status" = 'open' and "contracts"."test";--> statement-breakpoint
CREATE INDEX "worlds_clock_moved" ON "worlds" USING btree ("id") WHERE "worlds"."clock_offset_ms" > 0 or "worlds"."clock_stands_at" is not null;--> statement-breakpoint
CREATE INDEX "worlds_being_emptied" ON "worlds" USING btree ("id") WHERE "worlds"."emptied_before" is not null;--> statement-breakpoint
CREATE INDEX "automatic_renewals_notice_due_of_world" ON "automatic_renewals" USING btree ("world_id","notification_scheduled_for") WHERE "automatic_renewals"."use_notification" and "automatic_renewals"."notified_at" is null and "automatic_renewals"."rejected_at" is null and "automatic_renewals"."applied_at" is null and "automatic_renewals"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "contracts_due" ON "contracts" USING btree ("due_at","cid") WHERE "contracts"."status" = 'open';--> statement-breakpoint
ALTER TABLE "worlds" ADD CONSTRAINT "worlds_clock" CHECK ("worlds"."clock_offset_ms" >= 0);--> statement-breakpoint
ALTER TABLE "worlds" ADD CONSTRAINT "worlds_sandbox" CHECK ("worlds"."environment" = 'development' or ("worlds"."clock_offset_ms" = 0 and "worlds"."clock_stands_at" is null and "worlds"."emptied_before" is null));