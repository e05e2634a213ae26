ALTER TABLE "claim_links" ADD COLUMN "execution_id" text;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "brand_color" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "logo" jsonb;--> statement-breakpoint
ALTER TABLE "renters" ADD COLUMN "logo" jsonb;--> statement-breakpoint
CREATE INDEX "claim_links_completed" ON "claim_links" USING btree ("world_id","id") WHERE "claim_links"."completed_at" is not null;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_brand_color" CHECK ("partners"."brand_color" ~ '^(#[0-9a-f]{6})?$');