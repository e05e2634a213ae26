CREATE TABLE "tariff_notices" (
	"tariff_id" text NOT NULL,
	"partner_id" text NOT NULL,
	"noticed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tariff_notices_tariff_id_partner_id_pk" PRIMARY KEY("tariff_id","partner_id")
);
--> statement-breakpoint
CREATE TABLE "tariff_proposals" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"effective_from" timestamp (3) with time zone NOT NULL,
	"rates" jsonb NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"tariff_id" text,
	CONSTRAINT "tariff_proposals_status" CHECK ("tariff_proposals"."status" in ('waiting', 'published', 'refused')),
	CONSTRAINT "tariff_proposals_published" CHECK (("tariff_proposals"."status" = 'published') = ("tariff_proposals"."tariff_id" is not null)),
	CONSTRAINT "tariff_proposals_decided" CHECK (("tariff_proposals"."status" = 'waiting') = ("tariff_proposals"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "tariff_notices" ADD CONSTRAINT "tariff_notices_tariff_id_tariffs_id_fk" FOREIGN KEY ("tariff_id") REFERENCES "public"."tariffs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tariff_proposals" ADD CONSTRAINT "tariff_proposals_tariff_id_tariffs_id_fk" FOREIGN KEY ("tariff_id") REFERENCES "public"."tariffs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tariff_proposals_waiting" ON "tariff_proposals" USING btree ("name","version") WHERE "tariff_proposals"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "tariff_proposals_by_time" ON "tariff_proposals" USING btree ("proposed_at","id");--> statement-breakpoint
CREATE INDEX "premium_entries_by_renter" ON "premium_entries" USING btree ("world_id","uid","at","id");