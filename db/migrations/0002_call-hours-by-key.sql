ALTER TABLE "call_hours" ADD COLUMN "key_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "call_hours" DROP CONSTRAINT "call_hours_world_id_hour_duration_class_pk";--> statement-breakpoint
ALTER TABLE "call_hours" ADD CONSTRAINT "call_hours_world_id_hour_duration_class_key_id_pk" PRIMARY KEY("world_id","hour","duration_class","key_id");
