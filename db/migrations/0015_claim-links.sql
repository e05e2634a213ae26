CREATE TABLE "claim_links" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"world_id" integer NOT NULL,
	"claim_id" text,
	"cid" text,
	"cpid" text,
	"language" text NOT NULL,
	"return_url" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "claim_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "claim_links_subject" CHECK ("claim_links"."claim_id" is not null or "claim_links"."cid" is not null),
	CONSTRAINT "claim_links_product" CHECK ("claim_links"."cpid" is null or "claim_links"."cid" is not null),
	CONSTRAINT "claim_links_language" CHECK ("claim_links"."language" in ('en', 'fr')),
	CONSTRAINT "claim_links_expiry" CHECK ("claim_links"."expires_at" > "claim_links"."created_at")
);
--> statement-breakpoint
ALTER TABLE "renters" ADD COLUMN "brand_color" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "claim_links" ADD CONSTRAINT "claim_links_world_id_worlds_id_fk" FOREIGN KEY ("world_id") REFERENCES "public"."worlds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_links" ADD CONSTRAINT "claim_links_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_links" ADD CONSTRAINT "claim_links_cid_contracts_cid_fk" FOREIGN KEY ("cid") REFERENCES "public"."contracts"("cid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_links" ADD CONSTRAINT "claim_links_cpid_contract_products_cpid_fk" FOREIGN KEY ("cpid") REFERENCES "public"."contract_products"("cpid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_links_by_claim" ON "claim_links" USING btree ("claim_id","id");--> statement-breakpoint
CREATE INDEX "claim_links_by_contract" ON "claim_links" USING btree ("cid","id") WHERE "claim_links"."cid" is not null;--> statement-breakpoint
CREATE INDEX "claim_links_by_contract_product" ON "claim_links" USING btree ("cpid") WHERE "claim_links"."cpid" is not null;--> statement-breakpoint
ALTER TABLE "renters" ADD CONSTRAINT "renters_brand_color" CHECK ("renters"."brand_color" ~ '^(#[0-9a-f]{6})?$');