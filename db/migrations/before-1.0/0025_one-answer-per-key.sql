-- Alone: instances of the release before write columns that it drops
-- An earlier release stored long answers in several rows; their requests run again.
DELETE FROM "idempotency_keys" WHERE "batch" <> 0 OR "leased_until" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_world_id_key_batch_pk";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_world_id_key_pk" PRIMARY KEY("world_id","key");--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "batch";--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "next";--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "leased_until";