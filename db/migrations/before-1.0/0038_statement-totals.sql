CREATE TABLE "statement_totals" (
	"world_id" integer NOT NULL,
	"month" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"renters" jsonb NOT NULL,
	CONSTRAINT "statement_totals_world_id_month_pk" PRIMARY KEY("world_id","month")
);
