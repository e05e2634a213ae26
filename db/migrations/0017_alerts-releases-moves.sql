CREATE TABLE "alert_rules" (
	"id" text PRIMARY KEY NOT NULL,
	"world_id" integer NOT NULL,
	"kind" text NOT NULL,
	"threshold" integer,
	"channel" text NOT NULL,
	"recipients" text[] NOT NULL,
	"url" text,
	"signing_secret" text,
	"language" text NOT NULL,
	"time_zone" text NOT NULL,
	"quiet_from" smallint,
	"quiet_until" smallint,
	"enabled" boolean NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"check_at" timestamp (3) with time zone NOT NULL,
	"send_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"last_failure" text,
	"last_sent_at" timestamp (3) with time zone,
	CONSTRAINT "alert_rules_channel" CHECK (("alert_rules"."channel" = 'mail') = ("alert_rules"."url" is null)),
	CONSTRAINT "alert_rules_secret" CHECK ("alert_rules"."signing_secret" is null or "alert_rules"."channel" = 'webhook'),
	CONSTRAINT "alert_rules_quiet" CHECK (("alert_rules"."quiet_from" is null) = ("alert_rules"."quiet_until" is null))
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"rule_id" text NOT NULL,
	"cause" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"detail" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"dropped_at" timestamp (3) with time zone,
	"reached" text[] DEFAULT '{}'::text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deployments" (
	"version" text NOT NULL,
	"commit" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deployments_version_commit_pk" PRIMARY KEY("version","commit")
);
--> statement-breakpoint
CREATE TABLE "webhook_drops" (
	"webhook_id" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"dropped" bigint NOT NULL,
	"last_dropped_at" timestamp (3) with time zone NOT NULL,
	"noticed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "partners" DROP CONSTRAINT "partners_status";--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "traceparent" text;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_world_id_worlds_id_fk" FOREIGN KEY ("world_id") REFERENCES "public"."worlds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_rule_id_alert_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_drops" ADD CONSTRAINT "webhook_drops_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_rules_by_world" ON "alert_rules" USING btree ("world_id","id");--> statement-breakpoint
CREATE INDEX "alert_rules_due" ON "alert_rules" USING btree ("check_at") WHERE "alert_rules"."enabled";--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("rule_id","cause") WHERE "alerts"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_unsent" ON "alerts" USING btree ("rule_id","id") WHERE "alerts"."sent_at" is null and "alerts"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_by_rule" ON "alerts" USING btree ("rule_id","id");--> statement-breakpoint
CREATE INDEX "alerts_ended" ON "alerts" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "contracts_to_erase" ON "contracts" USING btree ("ended_at","cid") WHERE "contracts"."ended_at" is not null and "contracts"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "partners_moving" ON "partners" USING btree ("id") WHERE "partners"."status" = 'moving';--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_status" CHECK ("partners"."status" in ('active', 'suspended', 'moving', 'moved'));--> statement-breakpoint
-- A person's data is erased from the audit log too: what was done, when and to what stays.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('covergate.erasing', true) = 'on' THEN
    IF (NEW.id, NEW.at, NEW.action, NEW.subject_id) = (OLD.id, OLD.at, OLD.action, OLD.subject_id) AND NEW.actor - 'name' = OLD.actor - 'name' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit_entries is append-only';
END; $$;
