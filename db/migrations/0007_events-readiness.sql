CREATE TABLE "readiness_marks" (
	"world_id" integer NOT NULL,
	"item" text NOT NULL,
	"met_at" timestamp (3) with time zone NOT NULL,
	"evidence_id" text NOT NULL,
	CONSTRAINT "readiness_marks_world_id_item_pk" PRIMARY KEY("world_id","item")
);
--> statement-breakpoint
ALTER TABLE "readiness_marks" ADD CONSTRAINT "readiness_marks_world_id_worlds_id_fk" FOREIGN KEY ("world_id") REFERENCES "public"."worlds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_by_type" ON "events" USING btree ("world_id","event_type","id");--> statement-breakpoint
CREATE INDEX "api_keys_by_preview" ON "api_keys" USING btree ("preview");