ALTER TABLE "partners" ADD COLUMN "insured_contact" jsonb;--> statement-breakpoint
ALTER TABLE "worlds" ADD COLUMN "notifies_insured" boolean DEFAULT false NOT NULL;