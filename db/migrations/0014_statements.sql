CREATE TABLE "premium_entries" (
	"id" text NOT NULL,
	"world_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"uid" text NOT NULL,
	"cid" text NOT NULL,
	"cpid" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "premium_entries_cid_id_pk" PRIMARY KEY("cid","id"),
	CONSTRAINT "premium_entries_kind" CHECK ("premium_entries"."kind" in ('created', 'added', 'removed', 'amended', 'renewed', 'cancelled', 'terminated', 'reopened')),
	CONSTRAINT "premium_entries_amount" CHECK ("premium_entries"."amount_cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"world_id" integer NOT NULL,
	"month" text NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"sha256" text NOT NULL,
	"figures" jsonb NOT NULL,
	CONSTRAINT "statements_world_id_month_pk" PRIMARY KEY("world_id","month"),
	CONSTRAINT "statements_month" CHECK ("statements"."month" ~ '^[0-9]{4}-[0-9]{2}$')
);
--> statement-breakpoint
ALTER TABLE "premium_entries" ADD CONSTRAINT "premium_entries_cid_contracts_cid_fk" FOREIGN KEY ("cid") REFERENCES "public"."contracts"("cid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_world_id_worlds_id_fk" FOREIGN KEY ("world_id") REFERENCES "public"."worlds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "premium_entries_by_month" ON "premium_entries" USING btree ("world_id","at","id");--> statement-breakpoint
CREATE INDEX "claims_submitted_of_world" ON "claims" USING btree ("world_id","submitted_at") WHERE "claims"."submitted_at" is not null;--> statement-breakpoint
CREATE INDEX "settlements_by_payment" ON "settlements" USING btree ("payment_at") WHERE "settlements"."type" = 'refund';--> statement-breakpoint
CREATE INDEX "settlements_by_time" ON "settlements" USING btree ("created_at") WHERE "settlements"."type" <> 'refund';--> statement-breakpoint
-- Contracts made before the ledger have one entry for each of their products that costs something, dated when the contract was made.
INSERT INTO "premium_entries" ("id", "world_id", "at", "uid", "cid", "cpid", "kind", "amount_cents")
SELECT 'prem_' || substr(p.cpid, 6), c.world_id, c.created_at, c.uid, c.cid, p.cpid,
  CASE WHEN EXISTS (SELECT FROM automatic_renewals a WHERE a.next_cid = c.cid) THEN 'renewed' ELSE 'created' END, p.price_cents
FROM contract_products p JOIN contracts c ON c.cid = p.cid JOIN worlds w ON w.id = c.world_id
WHERE p.price_cents <> 0 AND (NOT c.test OR w.environment = 'development');
