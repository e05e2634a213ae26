CREATE TABLE "idempotency_keys" (
	"world_id" integer NOT NULL,
	"key" text NOT NULL,
	"batch" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"execution_id" text NOT NULL,
	"status" smallint NOT NULL,
	"error_code" integer,
	"subject_id" text,
	"body" text,
	"next" text,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_world_id_key_batch_pk" PRIMARY KEY("world_id","key","batch")
);
--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "replay_of" text;--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "calls_by_replay" ON "calls" USING btree ("world_id","replay_of","execution_id") WHERE "calls"."replay_of" is not null;