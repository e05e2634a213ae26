ALTER TABLE "payee_account_proposals" ALTER COLUMN "renter_uid" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD COLUMN "payer_holder" text;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD COLUMN "payer_iban" text;--> statement-breakpoint
CREATE UNIQUE INDEX "payer_account_proposals_waiting" ON "payee_account_proposals" USING btree ("status") WHERE "payee_account_proposals"."renter_uid" is null and "payee_account_proposals"."status" = 'waiting';