ALTER TABLE "cities" ADD COLUMN "population" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cities" ADD COLUMN "former" boolean DEFAULT false NOT NULL;