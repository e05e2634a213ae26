DROP INDEX "tariffs_name_version";--> statement-breakpoint
DROP INDEX "tariffs_in_force";--> statement-breakpoint
ALTER TABLE "tariff_proposals" ADD COLUMN "withdraws" text;--> statement-breakpoint
ALTER TABLE "tariffs" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tariff_proposals" ADD CONSTRAINT "tariff_proposals_withdraws_tariffs_id_fk" FOREIGN KEY ("withdraws") REFERENCES "public"."tariffs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tariffs_name_version" ON "tariffs" USING btree ("name","version") WHERE "tariffs"."withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tariffs_in_force" ON "tariffs" USING btree ("name","effective_from" desc) WHERE "tariffs"."withdrawn_at" is null;--> statement-breakpoint
-- A version never changes, but for its withdrawal, which happens once.
CREATE OR REPLACE FUNCTION refuse_tariff_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF OLD.withdrawn_at IS NULL AND NEW.withdrawn_at < OLD.effective_from
    AND to_jsonb(NEW) - 'withdrawn_at' = to_jsonb(OLD) - 'withdrawn_at' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'tariffs never change: add a new version';
END $$;
