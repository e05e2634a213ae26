CREATE TABLE "security_alarms" (
	"kind" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"noticed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "security_alarms_kind_hour_pk" PRIMARY KEY("kind","hour")
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"address" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"count" bigint NOT NULL,
	"detail" text,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "security_events_counted" UNIQUE("hour","kind","subject","address")
);
--> statement-breakpoint
CREATE INDEX "security_events_by_time" ON "security_events" USING btree ("last_at","id");--> statement-breakpoint
CREATE INDEX "security_events_by_kind" ON "security_events" USING btree ("kind","last_at","id");--> statement-breakpoint
CREATE INDEX "security_events_by_address" ON "security_events" USING btree ("address","last_at","id");--> statement-breakpoint
CREATE INDEX "security_events_by_subject" ON "security_events" USING btree ("subject","last_at","id");