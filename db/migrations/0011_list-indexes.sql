DROP INDEX "audit_entries_by_user_and_action";--> statement-breakpoint
DROP INDEX "audit_entries_by_partner";--> statement-breakpoint
DROP INDEX "calls_by_kind";--> statement-breakpoint
DROP INDEX "deliveries_by_world_and_type";--> statement-breakpoint
DROP INDEX "deliveries_by_webhook_and_type";--> statement-breakpoint
DROP INDEX "audit_entries_by_subject";--> statement-breakpoint
DROP INDEX "audit_entries_by_action";--> statement-breakpoint
DROP INDEX "audit_entries_by_user";--> statement-breakpoint
DROP INDEX "audit_entries_about_partner";--> statement-breakpoint
DROP INDEX "calls_by_subject";--> statement-breakpoint
DROP INDEX "deliveries_by_world";--> statement-breakpoint
DROP INDEX "deliveries_by_webhook";--> statement-breakpoint
ALTER TABLE "call_hours" DROP CONSTRAINT "call_hours_world_id_hour_duration_class_key_id_pk";--> statement-breakpoint
ALTER TABLE "call_hours" ADD COLUMN "endpoint" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "call_hours" ADD COLUMN "error_code" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "call_hours" ADD CONSTRAINT "call_hours_pk" PRIMARY KEY("world_id","hour","duration_class","key_id","endpoint","error_code");--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "method" text, ADD COLUMN "endpoint" text, ADD COLUMN "preview" boolean, ADD COLUMN "status" smallint, ADD COLUMN "error_code" integer--> statement-breakpoint
UPDATE "calls" c SET "method" = k."method", "endpoint" = k."endpoint", "preview" = k."preview", "status" = k."status", "error_code" = k."error_code" FROM "call_kinds" k WHERE k."id" = c."kind_id"--> statement-breakpoint
ALTER TABLE "calls" ALTER COLUMN "method" SET NOT NULL, ALTER COLUMN "preview" SET NOT NULL, ALTER COLUMN "status" SET NOT NULL, DROP COLUMN "kind_id"--> statement-breakpoint
DROP TABLE "call_kinds"--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "subject_id" text DEFAULT '' NOT NULL--> statement-breakpoint
UPDATE "deliveries" d SET "subject_id" = e."subject_id" FROM "events" e WHERE e."id" = d."event_id"--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_key" ON "audit_entries" USING btree (("actor" ->> 'keyId'),"at","id");--> statement-breakpoint
CREATE INDEX "calls_by_time" ON "calls" USING btree ("world_id","at","execution_id");--> statement-breakpoint
CREATE INDEX "calls_by_endpoint" ON "calls" USING btree ("world_id",coalesce("endpoint", 'unknown'),"at","execution_id");--> statement-breakpoint
CREATE INDEX "calls_by_key" ON "calls" USING btree ("world_id","key_id","at","execution_id");--> statement-breakpoint
CREATE INDEX "calls_by_error" ON "calls" USING btree ("world_id","error_code","at","execution_id") WHERE "calls"."error_code" is not null;--> statement-breakpoint
CREATE INDEX "calls_by_error_status" ON "calls" USING btree ("world_id","status","at","execution_id") WHERE "calls"."status" >= 400;--> statement-breakpoint
CREATE INDEX "calls_by_error_class" ON "calls" USING btree ("world_id",("status" / 100),"at","execution_id") WHERE "calls"."status" >= 400;--> statement-breakpoint
CREATE INDEX "calls_by_endpoint_and_error_class" ON "calls" USING btree ("world_id",coalesce("endpoint", 'unknown'),("status" / 100),"at","execution_id") WHERE "calls"."status" >= 400;--> statement-breakpoint
CREATE INDEX "calls_by_endpoint_and_error" ON "calls" USING btree ("world_id",coalesce("endpoint", 'unknown'),"error_code","at","execution_id") WHERE "calls"."error_code" is not null;--> statement-breakpoint
CREATE INDEX "calls_previewed" ON "calls" USING btree ("world_id") WHERE "calls"."preview" and "calls"."status" < 300;--> statement-breakpoint
CREATE INDEX "deliveries_by_type" ON "deliveries" USING btree ("world_id","event_type","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_by_subject" ON "deliveries" USING btree ("world_id","subject_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_by_status" ON "deliveries" USING btree ("world_id","status","created_at","id") WHERE "deliveries"."status" <> 'succeeded';--> statement-breakpoint
CREATE INDEX "deliveries_by_webhook_and_status" ON "deliveries" USING btree ("webhook_id","status","created_at","id") WHERE "deliveries"."status" <> 'succeeded';--> statement-breakpoint
CREATE INDEX "audit_entries_by_subject" ON "audit_entries" USING btree ("subject_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_action" ON "audit_entries" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_user" ON "audit_entries" USING btree (("actor" ->> 'userId'),"at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_about_partner" ON "audit_entries" USING btree (("details" ->> 'partnerId'),"at","id");--> statement-breakpoint
CREATE INDEX "calls_by_subject" ON "calls" USING btree ("world_id","subject_id","at","execution_id") WHERE "calls"."subject_id" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_by_world" ON "deliveries" USING btree ("world_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_by_webhook" ON "deliveries" USING btree ("webhook_id","created_at","id");
