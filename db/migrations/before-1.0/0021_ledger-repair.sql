CREATE TABLE "ledger_checks" (
	"id" integer PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"after" text NOT NULL,
	"repaired" integer NOT NULL,
	"unrepaired" integer NOT NULL,
	"mismatches" integer
);
--> statement-breakpoint
ALTER TABLE "premium_entries" ADD COLUMN "happened_at" timestamp (3) with time zone;