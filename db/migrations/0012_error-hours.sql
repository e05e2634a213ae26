CREATE TABLE "error_hours" (
	"world_id" integer NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"endpoint" text NOT NULL,
	"error_code" integer NOT NULL,
	"calls" bigint NOT NULL,
	CONSTRAINT "error_hours_world_id_hour_endpoint_error_code_pk" PRIMARY KEY("world_id","hour","endpoint","error_code")
);
--> statement-breakpoint
DROP INDEX "claims_by_world";--> statement-breakpoint
DROP INDEX "claims_by_status";--> statement-breakpoint
CREATE INDEX "audit_entries_by_name" ON "audit_entries" USING btree (coalesce("actor" ->> 'name', "actor" ->> 'job'),"at","id") WHERE "audit_entries"."actor" ->> 'userId' is null and "audit_entries"."actor" ->> 'keyId' is null;--> statement-breakpoint
CREATE INDEX "claims_by_world" ON "claims" USING btree ("world_id","created_at","id","uid");--> statement-breakpoint
CREATE INDEX "claims_by_status" ON "claims" USING btree ("world_id","status","created_at","id","uid");--> statement-breakpoint
INSERT INTO "error_hours" SELECT "world_id", "hour", "endpoint", "error_code", sum("errors") FROM "call_hours" WHERE "error_code" <> 0 GROUP BY 1, 2, 3, 4;--> statement-breakpoint
CREATE TEMPORARY TABLE "summed" ON COMMIT DROP AS SELECT "world_id", "hour", "duration_class", "key_id", sum("calls") AS "calls", sum("errors") AS "errors" FROM "call_hours" GROUP BY 1, 2, 3, 4;--> statement-breakpoint
TRUNCATE "call_hours";--> statement-breakpoint
ALTER TABLE "call_hours" DROP CONSTRAINT "call_hours_pk";--> statement-breakpoint
ALTER TABLE "call_hours" DROP COLUMN "endpoint";--> statement-breakpoint
ALTER TABLE "call_hours" DROP COLUMN "error_code";--> statement-breakpoint
INSERT INTO "call_hours" ("world_id", "hour", "duration_class", "key_id", "calls", "errors") SELECT * FROM "summed";--> statement-breakpoint
ALTER TABLE "call_hours" ADD CONSTRAINT "call_hours_pk" PRIMARY KEY("world_id","hour","duration_class","key_id");
