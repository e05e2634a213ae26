-- The new indexes first: the calls can be read until the old ones are dropped.
CREATE INDEX "calls_refused" ON "calls" USING btree ("world_id","at","execution_id","status","source","key_id","method","endpoint","error_code") WHERE "calls"."status" between 400 and 499;--> statement-breakpoint
CREATE INDEX "calls_failed" ON "calls" USING btree ("world_id","at","execution_id","status","source","key_id","method","endpoint","error_code") WHERE "calls"."status" >= 500;--> statement-breakpoint
CREATE INDEX "calls_refused_by_endpoint" ON "calls" USING btree ("world_id",coalesce("endpoint", 'unknown'),"at","execution_id") WHERE "calls"."status" between 400 and 499;--> statement-breakpoint
CREATE INDEX "calls_failed_by_endpoint" ON "calls" USING btree ("world_id",coalesce("endpoint", 'unknown'),"at","execution_id") WHERE "calls"."status" >= 500;--> statement-breakpoint
DROP INDEX "calls_by_error_class";--> statement-breakpoint
DROP INDEX "calls_by_endpoint_and_error_class";