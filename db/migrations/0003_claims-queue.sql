DROP INDEX "claims_queue";--> statement-breakpoint
CREATE INDEX "claims_queue_of_world" ON "claims" USING btree ("world_id","test","status","status_since","id");--> statement-breakpoint
CREATE INDEX "claims_queue" ON "claims" USING btree ("test","status","status_since","id");