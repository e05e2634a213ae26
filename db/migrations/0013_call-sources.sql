ALTER TABLE "calls" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "source" text;--> statement-breakpoint
CREATE INDEX "calls_by_source" ON "calls" USING btree ("world_id","source","at","execution_id") WHERE "calls"."source" is not null;