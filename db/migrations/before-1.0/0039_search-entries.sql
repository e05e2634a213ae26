CREATE TABLE "search_blocks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_blocks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"world_id" integer NOT NULL,
	"kind" text NOT NULL,
	"entries" integer NOT NULL,
	"newest_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_entries" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"world_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"block" integer NOT NULL,
	"text" text NOT NULL,
	"trigrams" integer[] NOT NULL,
	CONSTRAINT "search_entries_kind_id_world_id_pk" PRIMARY KEY("kind","id","world_id")
);
--> statement-breakpoint
CREATE TABLE "search_marks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"after" text
);
--> statement-breakpoint
CREATE TABLE "search_repairs" (
	"id" integer PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"kind" text NOT NULL,
	"after" text NOT NULL,
	"entries" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "calls_search";--> statement-breakpoint
DROP INDEX "claims_search_text";--> statement-breakpoint
DROP INDEX "contract_products_search";--> statement-breakpoint
DROP INDEX "contracts_search";--> statement-breakpoint
DROP INDEX "deliveries_search";--> statement-breakpoint
DROP INDEX "events_search";--> statement-breakpoint
DROP INDEX "renters_search";--> statement-breakpoint
DROP INDEX "products_search";--> statement-breakpoint
DROP INDEX "automatic_renewals_search";--> statement-breakpoint
CREATE INDEX "search_blocks_of_world" ON "search_blocks" USING btree ("kind","world_id","id");--> statement-breakpoint
CREATE INDEX "search_entries_trigrams" ON "search_entries" USING gin ("trigrams");--> statement-breakpoint
CREATE INDEX "search_marks_of_contracts" ON "search_marks" USING btree ("id") WHERE "search_marks"."after" is not null;--> statement-breakpoint
ALTER TABLE "calls" DROP COLUMN "search";--> statement-breakpoint
DROP FUNCTION search_text(text);--> statement-breakpoint
-- The triggers write a mark for what the entry of a thing is made of, in the transaction of the change (lib/developer/search/index-things.ts).
CREATE FUNCTION mark_for_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_ARGV[0] = 'contracts' THEN
    INSERT INTO public.search_marks (kind, key) VALUES ('contracts', coalesce(NEW.cid, OLD.cid));
  ELSIF TG_ARGV[0] = 'renewals' THEN
    INSERT INTO public.search_marks (kind, key) VALUES ('renewals', coalesce(NEW.arid, OLD.arid));
  ELSIF TG_ARGV[0] = 'renters' THEN
    INSERT INTO public.search_marks (kind, key) VALUES ('renters', NEW.uid);
  ELSIF TG_ARGV[0] = 'attachments' THEN
    INSERT INTO public.search_marks (kind, key) VALUES ('renters', coalesce(NEW.renter_uid, OLD.renter_uid));
  ELSIF TG_ARGV[0] = 'calls' THEN
    INSERT INTO public.search_marks (kind, key) VALUES ('calls', NEW.world_id || ' ' || NEW.execution_id);
  ELSE
    INSERT INTO public.search_marks (kind, key) VALUES (TG_ARGV[0], coalesce(NEW.id, OLD.id));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A contract is written with its products, so that they mark it, once a statement.
CREATE FUNCTION mark_contracts_for_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.search_marks (kind, key) SELECT DISTINCT 'contracts', cid FROM written;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER search_inserted AFTER INSERT ON contract_products REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION mark_contracts_for_search();--> statement-breakpoint
CREATE TRIGGER search_changed AFTER UPDATE OF data, product_id ON contract_products FOR EACH ROW WHEN ((OLD.data, OLD.product_id) IS DISTINCT FROM (NEW.data, NEW.product_id)) EXECUTE FUNCTION mark_for_search('contracts');--> statement-breakpoint
CREATE TRIGGER search_changed AFTER UPDATE OF uid, company, individual ON contracts FOR EACH ROW WHEN ((OLD.uid, OLD.company, OLD.individual) IS DISTINCT FROM (NEW.uid, NEW.company, NEW.individual)) EXECUTE FUNCTION mark_for_search('contracts');--> statement-breakpoint
CREATE TRIGGER search_deleted AFTER DELETE ON contracts FOR EACH ROW EXECUTE FUNCTION mark_for_search('contracts');--> statement-breakpoint
CREATE TRIGGER search_changed AFTER UPDATE OF claim_id, uid, insured, product ON claims FOR EACH ROW WHEN ((OLD.claim_id, OLD.uid, OLD.insured, OLD.product) IS DISTINCT FROM (NEW.claim_id, NEW.uid, NEW.insured, NEW.product)) EXECUTE FUNCTION mark_for_search('claims');--> statement-breakpoint
CREATE TRIGGER search_inserted AFTER INSERT OR DELETE ON claims FOR EACH ROW EXECUTE FUNCTION mark_for_search('claims');--> statement-breakpoint
CREATE TRIGGER search_changed AFTER UPDATE OF next_cid ON automatic_renewals FOR EACH ROW WHEN (OLD.next_cid IS DISTINCT FROM NEW.next_cid) EXECUTE FUNCTION mark_for_search('renewals');--> statement-breakpoint
CREATE TRIGGER search_inserted AFTER INSERT OR DELETE ON automatic_renewals FOR EACH ROW EXECUTE FUNCTION mark_for_search('renewals');--> statement-breakpoint
CREATE TRIGGER search_inserted AFTER INSERT ON products FOR EACH ROW WHEN (NOT NEW.hidden) EXECUTE FUNCTION mark_for_search('products');--> statement-breakpoint
CREATE TRIGGER search_changed AFTER UPDATE ON products FOR EACH ROW WHEN ((OLD.uid, OLD.title, OLD.data, OLD.hidden, OLD.deleted_at) IS DISTINCT FROM (NEW.uid, NEW.title, NEW.data, NEW.hidden, NEW.deleted_at)) EXECUTE FUNCTION mark_for_search('products');--> statement-breakpoint
CREATE TRIGGER search_deleted AFTER DELETE ON products FOR EACH ROW WHEN (NOT OLD.hidden) EXECUTE FUNCTION mark_for_search('products');--> statement-breakpoint
CREATE TRIGGER search_inserted AFTER INSERT ON renters FOR EACH ROW EXECUTE FUNCTION mark_for_search('renters');--> statement-breakpoint
CREATE TRIGGER search_changed AFTER UPDATE OF company ON renters FOR EACH ROW WHEN (OLD.company IS DISTINCT FROM NEW.company) EXECUTE FUNCTION mark_for_search('renters');--> statement-breakpoint
CREATE TRIGGER search_changed AFTER INSERT OR DELETE ON renter_attachments FOR EACH ROW EXECUTE FUNCTION mark_for_search('attachments');--> statement-breakpoint
CREATE TRIGGER search_inserted AFTER INSERT ON calls FOR EACH ROW WHEN (NEW.status >= 400 AND NEW.status <> 429) EXECUTE FUNCTION mark_for_search('calls');--> statement-breakpoint
-- What was stored before is written by the repair, which begins by itself.
INSERT INTO search_repairs (id, started_at, kind, after, entries)
SELECT 1, now(), 'contracts', '', 0 WHERE EXISTS (SELECT FROM renters) OR EXISTS (SELECT FROM calls);
