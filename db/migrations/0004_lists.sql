DROP INDEX "contracts_by_status";--> statement-breakpoint
ALTER TABLE "automatic_renewals" ADD COLUMN "state" text GENERATED ALWAYS AS (case when applied_at is not null then 'applied' when rejected_at is not null then 'rejected' when dropped_at is not null then 'dropped' else 'scheduled' end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "contracts_by_world" ON "contracts" USING btree ("world_id","created_at","cid");--> statement-breakpoint
CREATE INDEX "contracts_by_renter_and_time" ON "contracts" USING btree ("world_id","uid","created_at","cid");--> statement-breakpoint
CREATE INDEX "products_listed_by_time" ON "products" USING btree ("world_id","created_at","id") WHERE not "products"."hidden" and "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "automatic_renewals_by_state" ON "automatic_renewals" USING btree ("world_id","state","renewal_scheduled_for","arid");--> statement-breakpoint
CREATE INDEX "contracts_by_status" ON "contracts" USING btree ("world_id","status","created_at","cid");