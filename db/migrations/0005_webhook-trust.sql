CREATE TABLE "webhook_health" (
	"webhook_id" text PRIMARY KEY NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"consecutive_failures" integer NOT NULL,
	"last_succeeded_at" timestamp (3) with time zone,
	"last_failed_at" timestamp (3) with time zone,
	"last_status_code" smallint,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "webhook_hours" (
	"webhook_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"duration_class" smallint NOT NULL,
	"attempts" bigint NOT NULL,
	"failures" bigint NOT NULL,
	CONSTRAINT "webhook_hours_webhook_id_hour_duration_class_pk" PRIMARY KEY("webhook_id","hour","duration_class")
);
--> statement-breakpoint
CREATE TABLE "webhook_outages" (
	"id" text PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"began_at" timestamp (3) with time zone NOT NULL,
	"noticed_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "delivery_queue_due";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "outage_notices_seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD COLUMN "signature" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "signing_secret" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "previous_secret" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "previous_secret_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_outages" ADD CONSTRAINT "webhook_outages_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_outages_open" ON "webhook_outages" USING btree ("webhook_id") WHERE "webhook_outages"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_outages_by_webhook" ON "webhook_outages" USING btree ("webhook_id","began_at");--> statement-breakpoint
CREATE INDEX "delivery_queue_due" ON "delivery_queue" USING btree ("webhook_id","trigger","due_at","event_id");--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_secrets" CHECK (("webhooks"."previous_secret" is null) = ("webhooks"."previous_secret_until" is null) and ("webhooks"."signing_secret" is not null or "webhooks"."previous_secret" is null));