CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" jsonb NOT NULL,
	"action" text NOT NULL,
	"subject_id" text NOT NULL,
	"reason" text,
	"address" text,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "call_hours" (
	"world_id" integer NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"duration_class" smallint NOT NULL,
	"calls" bigint NOT NULL,
	"errors" bigint NOT NULL,
	CONSTRAINT "call_hours_world_id_hour_duration_class_pk" PRIMARY KEY("world_id","hour","duration_class")
);
--> statement-breakpoint
CREATE TABLE "call_kinds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "call_kinds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"world_id" integer NOT NULL,
	"method" text NOT NULL,
	"endpoint" text,
	"preview" boolean NOT NULL,
	"status" smallint NOT NULL,
	"error_code" integer,
	CONSTRAINT "call_kinds_each_once" UNIQUE NULLS NOT DISTINCT("world_id","method","endpoint","preview","status","error_code")
);
--> statement-breakpoint
CREATE TABLE "calls" (
	"execution_id" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"world_id" integer NOT NULL,
	"kind_id" integer NOT NULL,
	"key_id" text NOT NULL,
	"path" text NOT NULL,
	"subject_id" text,
	"query" text NOT NULL,
	"request_body" text,
	"response_body" text,
	"duration_micros" integer NOT NULL,
	"ip" text,
	"user_agent" text,
	CONSTRAINT "calls_world_id_execution_id_pk" PRIMARY KEY("world_id","execution_id")
) PARTITION BY RANGE ("execution_id");
--> statement-breakpoint
CREATE TABLE "contract_products" (
	"cpid" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"product_id" text NOT NULL,
	"product_type" text NOT NULL,
	"value_excl_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"start_date" timestamp (3) with time zone NOT NULL,
	"end_date" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL,
	"price_cents" bigint NOT NULL,
	"replaced_by" text,
	"end_reason" text,
	CONSTRAINT "contract_products_status" CHECK ("contract_products"."status" in ('open', 'closed', 'cancel', 'terminated', 'has_been_replaced')),
	CONSTRAINT "contract_products_price" CHECK ("contract_products"."price_cents" >= 0),
	CONSTRAINT "contract_products_replaced" CHECK (("contract_products"."status" = 'has_been_replaced') = ("contract_products"."replaced_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "contracts" (
	"cid" text PRIMARY KEY NOT NULL,
	"world_id" integer NOT NULL,
	"uid" text NOT NULL,
	"contract_type" text NOT NULL,
	"status" text NOT NULL,
	"test" boolean NOT NULL,
	"start_date" timestamp (3) with time zone NOT NULL,
	"end_date" timestamp (3) with time zone NOT NULL,
	"options" text[] NOT NULL,
	"company" jsonb,
	"individual" jsonb,
	"tariff_id" text NOT NULL,
	"termination_planned" boolean DEFAULT false NOT NULL,
	"end_reason" text,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "contracts_status" CHECK ("contracts"."status" in ('open', 'closed', 'cancel', 'terminated')),
	CONSTRAINT "contracts_type" CHECK ("contracts"."contract_type" in ('LCD', 'LMD', 'LLD')),
	CONSTRAINT "contracts_period" CHECK ("contracts"."end_date" >= "contracts"."start_date")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"world_id" integer NOT NULL,
	"event_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"execution_id" text,
	"payload" text NOT NULL,
	"test" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "cities" (
	"country" text NOT NULL,
	"zipcode" text NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "cities_country_zipcode_name_pk" PRIMARY KEY("country","zipcode","name")
);
--> statement-breakpoint
CREATE TABLE "cities_edition" (
	"edition" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"world_id" integer NOT NULL,
	"hash" text NOT NULL,
	"ciphertext" text NOT NULL,
	"preview" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "key_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"reported_by" text NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"note" text NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by" text,
	CONSTRAINT "key_reports_closed" CHECK (("key_reports"."closed_at" is null) = ("key_reports"."closed_by" is null))
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"features" text[] DEFAULT '{}'::text[] NOT NULL,
	"requests_per_minute" integer DEFAULT 600 NOT NULL,
	"open_contracts_limit" integer,
	"tariff_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "partners_name_unique" UNIQUE("name"),
	CONSTRAINT "partners_status" CHECK ("partners"."status" in ('active', 'suspended')),
	CONSTRAINT "partners_limits" CHECK ("partners"."requests_per_minute" > 0 and "partners"."open_contracts_limit" >= 0)
);
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"key_id" text NOT NULL,
	"minute" integer NOT NULL,
	"requests" integer NOT NULL,
	CONSTRAINT "rate_windows_key_id_minute_pk" PRIMARY KEY("key_id","minute")
);
--> statement-breakpoint
CREATE TABLE "renter_attachments" (
	"world_id" integer NOT NULL,
	"renter_uid" text NOT NULL,
	"attached_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "renter_attachments_world_id_renter_uid_pk" PRIMARY KEY("world_id","renter_uid")
);
--> statement-breakpoint
CREATE TABLE "renters" (
	"uid" text PRIMARY KEY NOT NULL,
	"company" jsonb NOT NULL,
	"contract_types" text[] NOT NULL,
	"product_types" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "worlds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "worlds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"partner_id" text NOT NULL,
	"environment" text NOT NULL,
	CONSTRAINT "worlds_partner_environment" UNIQUE("partner_id","environment"),
	CONSTRAINT "worlds_environment" CHECK ("worlds"."environment" in ('development', 'production'))
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text PRIMARY KEY NOT NULL,
	"world_id" integer NOT NULL,
	"uid" text NOT NULL,
	"product_type" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"data" jsonb NOT NULL,
	"purchased_date" timestamp (3) with time zone,
	"value_excl_cents" bigint NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "products_world_uid" UNIQUE("world_id","uid"),
	CONSTRAINT "products_value" CHECK ("products"."value_excl_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "automatic_renewals" (
	"arid" text PRIMARY KEY NOT NULL,
	"world_id" integer NOT NULL,
	"cid" text NOT NULL,
	"default_application" boolean NOT NULL,
	"use_notification" boolean NOT NULL,
	"duration_months" integer NOT NULL,
	"extension" integer NOT NULL,
	"rejected_at" timestamp (3) with time zone,
	"renewal_scheduled_for" timestamp (3) with time zone NOT NULL,
	"notification_scheduled_for" timestamp (3) with time zone NOT NULL,
	"notified_at" timestamp (3) with time zone,
	"applied_at" timestamp (3) with time zone,
	"next_cid" text,
	"dropped_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "automatic_renewals_applied" CHECK (("automatic_renewals"."applied_at" is null) = ("automatic_renewals"."next_cid" is null)),
	CONSTRAINT "automatic_renewals_duration" CHECK ("automatic_renewals"."duration_months" between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "tariffs" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"effective_from" timestamp (3) with time zone NOT NULL,
	"rates" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"partner_id" text,
	"password_hash" text,
	"session_version" integer DEFAULT 1 NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone,
	"key_notices_seen_at" timestamp (3) with time zone,
	CONSTRAINT "users_role" CHECK ("users"."role" in ('owner', 'member', 'support', 'handler')),
	CONSTRAINT "users_partner" CHECK (("users"."role" in ('owner', 'member')) = ("users"."partner_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"world_id" integer NOT NULL,
	"webhook_id" text NOT NULL,
	"event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"test" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_status_code" smallint,
	"last_error" text,
	"last_duration_ms" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deliveries_status" CHECK ("deliveries"."status" in ('pending', 'succeeded', 'retrying', 'failed', 'cancelled')),
	CONSTRAINT "deliveries_next_attempt" CHECK (("deliveries"."status" in ('pending', 'retrying')) = ("deliveries"."next_attempt_at" is not null))
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"delivery_id" text COLLATE "C" NOT NULL,
	"number" integer NOT NULL,
	"trigger" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status_code" smallint,
	"error" text,
	"error_detail" text,
	"response_body" text,
	"response_truncated" boolean DEFAULT false NOT NULL,
	CONSTRAINT "delivery_attempts_delivery_id_number_pk" PRIMARY KEY("delivery_id","number")
) PARTITION BY RANGE ("delivery_id");
--> statement-breakpoint
CREATE TABLE "delivery_hours" (
	"world_id" integer NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"deliveries" bigint NOT NULL,
	CONSTRAINT "delivery_hours_world_id_hour_outcome_pk" PRIMARY KEY("world_id","hour","outcome"),
	CONSTRAINT "delivery_hours_outcome" CHECK ("delivery_hours"."outcome" in ('succeeded', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "delivery_queue" (
	"delivery_id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"cycle_attempt" smallint DEFAULT 1 NOT NULL,
	"trigger" text DEFAULT 'automatic' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_by" text,
	"claimed_until" timestamp (3) with time zone,
	"handed_over_at" timestamp (3) with time zone,
	CONSTRAINT "delivery_queue_claim" CHECK (("delivery_queue"."claimed_by" is null) = ("delivery_queue"."claimed_until" is null))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"world_id" integer NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"enabled" boolean NOT NULL,
	"event_types" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "contract_products" ADD CONSTRAINT "contract_products_cid_contracts_cid_fk" FOREIGN KEY ("cid") REFERENCES "public"."contracts"("cid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_products" ADD CONSTRAINT "contract_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_world_id_worlds_id_fk" FOREIGN KEY ("world_id") REFERENCES "public"."worlds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_tariff_id_tariffs_id_fk" FOREIGN KEY ("tariff_id") REFERENCES "public"."tariffs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_world_id_worlds_id_fk" FOREIGN KEY ("world_id") REFERENCES "public"."worlds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_reports" ADD CONSTRAINT "key_reports_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_tariff_id_tariffs_id_fk" FOREIGN KEY ("tariff_id") REFERENCES "public"."tariffs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renter_attachments" ADD CONSTRAINT "renter_attachments_world_id_worlds_id_fk" FOREIGN KEY ("world_id") REFERENCES "public"."worlds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renter_attachments" ADD CONSTRAINT "renter_attachments_renter_uid_renters_uid_fk" FOREIGN KEY ("renter_uid") REFERENCES "public"."renters"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "worlds" ADD CONSTRAINT "worlds_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_world_id_worlds_id_fk" FOREIGN KEY ("world_id") REFERENCES "public"."worlds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automatic_renewals" ADD CONSTRAINT "automatic_renewals_cid_contracts_cid_fk" FOREIGN KEY ("cid") REFERENCES "public"."contracts"("cid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automatic_renewals" ADD CONSTRAINT "automatic_renewals_next_cid_contracts_cid_fk" FOREIGN KEY ("next_cid") REFERENCES "public"."contracts"("cid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD CONSTRAINT "delivery_queue_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_world_id_worlds_id_fk" FOREIGN KEY ("world_id") REFERENCES "public"."worlds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_by_subject" ON "audit_entries" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_action" ON "audit_entries" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_user" ON "audit_entries" USING btree (("actor" ->> 'userId'),"id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_user_and_action" ON "audit_entries" USING btree ((("actor" ->> 'userId') || ' ' || "action"),"id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_partner" ON "audit_entries" USING btree (("actor" ->> 'partnerId'),"id");--> statement-breakpoint
CREATE INDEX "calls_by_kind" ON "calls" USING btree ("kind_id","execution_id");--> statement-breakpoint
CREATE INDEX "calls_by_subject" ON "calls" USING btree ("world_id","subject_id","kind_id","execution_id");--> statement-breakpoint
CREATE INDEX "contract_products_by_contract" ON "contract_products" USING btree ("cid","cpid");--> statement-breakpoint
CREATE INDEX "contract_products_by_product" ON "contract_products" USING btree ("product_id","cpid");--> statement-breakpoint
CREATE INDEX "contract_products_due" ON "contract_products" USING btree ("end_date","cid") WHERE "contract_products"."status" = 'open';--> statement-breakpoint
CREATE INDEX "contracts_by_renter" ON "contracts" USING btree ("world_id","uid","cid");--> statement-breakpoint
CREATE INDEX "contracts_by_renter_and_test" ON "contracts" USING btree ("world_id","uid","test","cid");--> statement-breakpoint
CREATE INDEX "contracts_by_status" ON "contracts" USING btree ("world_id","status","cid");--> statement-breakpoint
CREATE INDEX "contracts_due" ON "contracts" USING btree ("end_date","cid") WHERE "contracts"."status" = 'open';--> statement-breakpoint
CREATE INDEX "events_by_world" ON "events" USING btree ("world_id","id");--> statement-breakpoint
CREATE INDEX "events_by_subject" ON "events" USING btree ("world_id","subject_id","id");--> statement-breakpoint
CREATE INDEX "events_by_execution" ON "events" USING btree ("execution_id");--> statement-breakpoint
CREATE INDEX "cities_name_prefix" ON "cities" USING btree ("country","name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "cities_key_prefix" ON "cities" USING btree ("country","key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "cities_key_length" ON "cities" USING btree ("country",left("key", 1),length("key"));--> statement-breakpoint
CREATE INDEX "cities_key_trigrams" ON "cities" USING gin ("key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "api_keys_world" ON "api_keys" USING btree ("world_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "key_reports_open" ON "key_reports" USING btree ("key_id") WHERE "key_reports"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "key_reports_by_key" ON "key_reports" USING btree ("key_id","id");--> statement-breakpoint
CREATE INDEX "key_reports_waiting" ON "key_reports" USING btree ("id") WHERE "key_reports"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "products_listed" ON "products" USING btree ("world_id","id") WHERE not "products"."hidden" and "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "automatic_renewals_by_world" ON "automatic_renewals" USING btree ("world_id","renewal_scheduled_for","arid");--> statement-breakpoint
CREATE INDEX "automatic_renewals_by_contract" ON "automatic_renewals" USING btree ("cid","arid");--> statement-breakpoint
CREATE UNIQUE INDEX "automatic_renewals_live" ON "automatic_renewals" USING btree ("cid") WHERE "automatic_renewals"."applied_at" is null and "automatic_renewals"."dropped_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "automatic_renewals_next" ON "automatic_renewals" USING btree ("next_cid");--> statement-breakpoint
CREATE INDEX "automatic_renewals_notice_due" ON "automatic_renewals" USING btree ("notification_scheduled_for") WHERE "automatic_renewals"."use_notification" and "automatic_renewals"."notified_at" is null and "automatic_renewals"."rejected_at" is null and "automatic_renewals"."applied_at" is null and "automatic_renewals"."dropped_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tariffs_name_version" ON "tariffs" USING btree ("name","version");--> statement-breakpoint
CREATE UNIQUE INDEX "tariffs_in_force" ON "tariffs" USING btree ("name","effective_from" desc);--> statement-breakpoint
CREATE INDEX "password_links_by_user" ON "password_links" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_by_partner" ON "users" USING btree ("partner_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_by_world" ON "deliveries" USING btree ("world_id","status","id" text_pattern_ops,"last_status_code");--> statement-breakpoint
CREATE INDEX "deliveries_by_webhook" ON "deliveries" USING btree ("webhook_id","status","id" text_pattern_ops,"last_status_code");--> statement-breakpoint
CREATE INDEX "deliveries_by_world_and_type" ON "deliveries" USING btree ("world_id","event_type","status","id" text_pattern_ops,"last_status_code");--> statement-breakpoint
CREATE INDEX "deliveries_by_webhook_and_type" ON "deliveries" USING btree ("webhook_id","event_type","status","id" text_pattern_ops,"last_status_code");--> statement-breakpoint
CREATE INDEX "delivery_queue_due" ON "delivery_queue" USING btree ("webhook_id","due_at");--> statement-breakpoint
CREATE INDEX "delivery_queue_not_handed_over" ON "delivery_queue" USING btree ("webhook_id","due_at") WHERE "delivery_queue"."handed_over_at" is null;--> statement-breakpoint
CREATE INDEX "delivery_queue_claimed" ON "delivery_queue" USING btree ("webhook_id","claimed_until") WHERE "delivery_queue"."claimed_until" is not null;--> statement-breakpoint
CREATE INDEX "webhooks_by_world" ON "webhooks" USING btree ("world_id","id") WHERE "webhooks"."deleted_at" is null;--> statement-breakpoint
-- Rows that are of no day that has a partition; db/partitions.ts makes the days and drops the old ones.
CREATE TABLE "calls_other_days" PARTITION OF "calls" DEFAULT;--> statement-breakpoint
CREATE TABLE "events_other_days" PARTITION OF "events" DEFAULT;--> statement-breakpoint
CREATE TABLE "deliveries_other_days" PARTITION OF "deliveries" DEFAULT;--> statement-breakpoint
CREATE TABLE "delivery_attempts_other_days" PARTITION OF "delivery_attempts" DEFAULT;--> statement-breakpoint
-- lz4 where the server was built with it, for texts by the kilobyte; the days take it over.
DO $$ BEGIN
	ALTER TABLE "calls" ALTER COLUMN "request_body" SET COMPRESSION lz4, ALTER COLUMN "response_body" SET COMPRESSION lz4;
	ALTER TABLE "events" ALTER COLUMN "payload" SET COMPRESSION lz4;
	ALTER TABLE "delivery_attempts" ALTER COLUMN "response_body" SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN NULL; END $$;--> statement-breakpoint
-- The audit log is append-only, for whoever holds the connection.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'audit_entries is append-only'; END $$;--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_entries_not_truncated BEFORE TRUNCATE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
-- Contracts are priced again with the tariff that they were made with: a row that changed would change what they cost.
CREATE FUNCTION refuse_tariff_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'tariffs never change: add a new version'; END $$;--> statement-breakpoint
CREATE TRIGGER tariffs_never_change BEFORE UPDATE ON "tariffs" FOR EACH ROW EXECUTE FUNCTION refuse_tariff_change();
