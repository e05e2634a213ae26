DROP INDEX "delivery_queue_not_handed_over";--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD COLUMN "handing_over_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "delivery_queue_to_hand_over" ON "delivery_queue" USING btree ("webhook_id","trigger","due_at") WHERE "delivery_queue"."handed_over_at" is null;