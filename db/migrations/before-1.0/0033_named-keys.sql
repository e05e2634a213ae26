ALTER TABLE "api_keys" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "rights" text[] DEFAULT '{full}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_rights" CHECK (cardinality("api_keys"."rights") > 0 and ("api_keys"."name" is not null or "api_keys"."rights" = '{full}'::text[]));