-- As `foldText` (lib/platform/lists/fragments.ts) reads what is typed; lines stay apart. The cost keeps plans from calling it for many rows.
CREATE FUNCTION search_text(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
DECLARE
  plain text := value;
BEGIN
  IF octet_length(plain) <> length(plain) THEN
    plain := translate(normalize(plain, NFKD), 'øØłŁđĐ’‘‐–—«»“”•·°', 'oolldd');
    plain := replace(replace(replace(replace(replace(plain, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ß', 'ss');
    plain := regexp_replace(plain, '[\u0300-\u036F]', '', 'g');
  END IF;
  RETURN translate(lower(plain), E' \t\r\f\x0b!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~', '');
END $$;--> statement-breakpoint
DROP INDEX "claims_search";--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "search" text;--> statement-breakpoint
CREATE INDEX "calls_search" ON "calls" USING gin ((array[world_id]),(search) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "claims_search_text" ON "claims" USING gin ((array[world_id]),(search_text(coalesce(claim_id, '') || chr(10) || coalesce(id, '') || chr(10) || coalesce(uid, '') || chr(10) || coalesce(insured ->> 'firstName', '') || ' ' || coalesce(insured ->> 'lastName', '') || chr(10) || coalesce(insured ->> 'email', '') || chr(10) || coalesce(insured ->> 'company', '') || chr(10) || coalesce(product ->> 'brand', '') || ' ' || coalesce(product ->> 'model', '') || chr(10) || coalesce(product ->> 'productMarked', ''))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contract_products_search" ON "contract_products" USING gin ((search_text(coalesce(cpid, '') || chr(10) || coalesce(data ->> 'product_marked', '') || chr(10) || coalesce(data ->> 'internal_id', '') || chr(10) || coalesce(data ->> 'user_name', ''))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contracts_search" ON "contracts" USING gin ((array[world_id]),(search_text(coalesce(cid, '') || chr(10) || coalesce(uid, '') || chr(10) || coalesce(company ->> 'company_name', '') || chr(10) || coalesce(company ->> 'first_name', '') || ' ' || coalesce(company ->> 'last_name', '') || chr(10) || coalesce(individual ->> 'first_name', '') || ' ' || coalesce(individual ->> 'last_name', '') || chr(10) || coalesce(individual ->> 'email', ''))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "deliveries_search" ON "deliveries" USING gin ((array[world_id]),(search_text(coalesce(id, ''))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "events_search" ON "events" USING gin ((array[world_id]),(search_text(coalesce(id, ''))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "renters_search" ON "renters" USING gin ((search_text(coalesce(uid, '') || chr(10) || coalesce(company ->> 'company_name', '') || chr(10) || coalesce(company ->> 'city', ''))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ((array[world_id]),(search_text(coalesce(id, '') || chr(10) || coalesce(uid, '') || chr(10) || coalesce(title, '') || chr(10) || coalesce(data ->> 'brand', '') || ' ' || coalesce(data ->> 'model', ''))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "automatic_renewals_search" ON "automatic_renewals" USING gin ((array[world_id]),(search_text(coalesce(arid, ''))) gin_trgm_ops);