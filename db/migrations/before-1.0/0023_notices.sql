CREATE TABLE "notices" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"partner_id" text,
	"cause" text,
	"subject" text NOT NULL,
	"body" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"leased_by" text,
	"leased_until" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"last_error" text,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"status" text GENERATED ALWAYS AS (case when sent_at is not null then 'sent' when failed_at is not null then 'failed' when attempts > 0 then 'retrying' else 'waiting' end) STORED NOT NULL,
	CONSTRAINT "notices_over" CHECK (("notices"."due_at" is null) = ("notices"."sent_at" is not null or "notices"."failed_at" is not null)),
	CONSTRAINT "notices_outcome" CHECK ("notices"."sent_at" is null or "notices"."failed_at" is null)
);
--> statement-breakpoint
ALTER TABLE "alert_rules" ALTER COLUMN "send_at" SET DEFAULT now();--> statement-breakpoint
CREATE UNIQUE INDEX "notices_once" ON "notices" USING btree ("kind","cause","recipient") WHERE "notices"."cause" is not null;--> statement-breakpoint
CREATE INDEX "notices_due" ON "notices" USING btree ("due_at","id") WHERE "notices"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "notices_by_time" ON "notices" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "notices_by_kind" ON "notices" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "notices_by_status" ON "notices" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "notices_by_recipient" ON "notices" USING btree ("recipient","created_at","id");--> statement-breakpoint
-- Partners that the release before notified of a price rise are not notified again.
INSERT INTO "notices" ("id", "kind", "recipient", "partner_id", "cause", "subject", "created_at", "sent_at")
SELECT 'ntc_' || upper(substr(md5(t.tariff_id || t.partner_id || u.id), 1, 26)), 'pricesRise', u.email, t.partner_id, t.tariff_id, 'Prices change', t.noticed_at, t.noticed_at
FROM "tariff_notices" t JOIN "users" u ON u.partner_id = t.partner_id AND u.role = 'owner';
