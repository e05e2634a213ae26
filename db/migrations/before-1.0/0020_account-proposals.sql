CREATE TABLE "payee_account_proposals" (
	"id" text PRIMARY KEY NOT NULL,
	"renter_uid" text NOT NULL,
	"holder" text NOT NULL,
	"iban" text NOT NULL,
	"status" text NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "payee_account_proposals_status" CHECK ("payee_account_proposals"."status" in ('waiting', 'approved', 'declined', 'withdrawn')),
	CONSTRAINT "payee_account_proposals_decided" CHECK (("payee_account_proposals"."status" = 'waiting') = ("payee_account_proposals"."decided_at" is null)),
	CONSTRAINT "payee_account_proposals_two_people" CHECK (("payee_account_proposals"."status" = 'withdrawn') = ("payee_account_proposals"."decided_by" = "payee_account_proposals"."proposed_by"))
);
--> statement-breakpoint
ALTER TABLE "payee_account_proposals" ADD CONSTRAINT "payee_account_proposals_renter_uid_renters_uid_fk" FOREIGN KEY ("renter_uid") REFERENCES "public"."renters"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_account_proposals" ADD CONSTRAINT "payee_account_proposals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_account_proposals" ADD CONSTRAINT "payee_account_proposals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payee_account_proposals_waiting" ON "payee_account_proposals" USING btree ("renter_uid") WHERE "payee_account_proposals"."status" = 'waiting';