ALTER TABLE "settlements" DROP CONSTRAINT "settlements_payment_state";--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "proposed_by" text;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "decided_by" text;--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_one_proposal" ON "settlements" USING btree ("claim_id") WHERE "settlements"."payment_state" = 'pending_approval';--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_two_people" CHECK ("settlements"."decided_by" <> "settlements"."proposed_by");--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_payment_state" CHECK ("settlements"."payment_state" in ('pending_approval', 'approved', 'executing', 'paid', 'failed', 'cancelled', 'declined'));