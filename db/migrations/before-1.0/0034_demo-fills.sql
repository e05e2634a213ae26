CREATE TABLE "demo_fills" (
	"world_id" integer PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"steps" integer DEFAULT 0 NOT NULL,
	"contracts" integer DEFAULT 0 NOT NULL,
	"planned" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "demo_fills" ADD CONSTRAINT "demo_fills_world_id_worlds_id_fk" FOREIGN KEY ("world_id") REFERENCES "public"."worlds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "demo_fills_open" ON "demo_fills" USING btree ("world_id") WHERE "demo_fills"."finished_at" is null;