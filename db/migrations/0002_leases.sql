ALTER TABLE "delivery_queue" RENAME COLUMN "claimed_by" TO "leased_by";--> statement-breakpoint
ALTER TABLE "delivery_queue" RENAME COLUMN "claimed_until" TO "leased_until";--> statement-breakpoint
ALTER TABLE "delivery_queue" DROP CONSTRAINT "delivery_queue_claim";--> statement-breakpoint
DROP INDEX "delivery_queue_to_hand_over";--> statement-breakpoint
DROP INDEX "delivery_queue_claimed";--> statement-breakpoint
DROP INDEX "delivery_queue_due";--> statement-breakpoint
CREATE INDEX "delivery_queue_leased" ON "delivery_queue" USING btree ("webhook_id","leased_until") WHERE "delivery_queue"."leased_until" is not null;--> statement-breakpoint
CREATE INDEX "delivery_queue_due" ON "delivery_queue" USING btree ("webhook_id","trigger","due_at");--> statement-breakpoint
ALTER TABLE "delivery_queue" DROP COLUMN "handing_over_at";--> statement-breakpoint
ALTER TABLE "delivery_queue" DROP COLUMN "handed_over_at";--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD CONSTRAINT "delivery_queue_lease" CHECK (("delivery_queue"."leased_by" is null) = ("delivery_queue"."leased_until" is null));