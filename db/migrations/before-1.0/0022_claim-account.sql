ALTER TABLE "settlements" DROP CONSTRAINT "settlements_payment";--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "rejection_reason" text;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "counted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "withheld_cents" bigint;--> statement-breakpoint
CREATE INDEX "settlements_by_counting" ON "settlements" USING btree (coalesce("counted_at", "payment_at")) WHERE "settlements"."type" = 'refund';--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_withheld" CHECK ("settlements"."withheld_cents" between 0 and "settlements"."amount_cents");--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_payment" CHECK (case "settlements"."type" when 'refund' then "settlements"."payment_state" is not null
        when 'charge' then coalesce("settlements"."payment_state", 'declined') in ('pending_approval', 'declined') else "settlements"."payment_state" is null end);--> statement-breakpoint
UPDATE "claims" c SET "rejection_reason" = coalesce((
  SELECT a.reason FROM "audit_entries" a WHERE a.subject_id = c.id AND a.reason IS NOT NULL
    AND (a.action = 'claim.rejected' OR (a.action = 'sandbox.insurerPlayed' AND a.details ->> 'move' = 'rejectClaim'))
  ORDER BY a.at DESC, a.id DESC LIMIT 1
), c.note) WHERE c.status = 'rejected' AND c.erased_at IS NULL;
