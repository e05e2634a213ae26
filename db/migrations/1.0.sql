-- The schema of release 1.0: a table with its constraints, then its indexes and its triggers, after the tables that it refers to.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE SEQUENCE claim_numbers START WITH 100001 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1;
CREATE FUNCTION mark_contracts_for_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.search_marks (kind, key) SELECT DISTINCT 'contracts', cid FROM written;
  RETURN NULL;
END $$;
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
END $$;
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('covergate.erasing', true) = 'on' THEN
    IF (NEW.id, NEW.at, NEW.action, NEW.subject_id) = (OLD.id, OLD.at, OLD.action, OLD.subject_id) AND NEW.actor - 'name' = OLD.actor - 'name' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit_entries is append-only';
END; $$;
CREATE FUNCTION refuse_tariff_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF OLD.withdrawn_at IS NULL AND NEW.withdrawn_at < OLD.effective_from
    AND to_jsonb(NEW) - 'withdrawn_at' = to_jsonb(OLD) - 'withdrawn_at' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'tariffs never change: add a new version';
END $$;

CREATE TABLE tariffs (
  id text NOT NULL,
  name text NOT NULL,
  version text NOT NULL,
  effective_from timestamptz(3) NOT NULL,
  rates jsonb NOT NULL,
  withdrawn_at timestamptz(3),
  CONSTRAINT tariffs_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX tariffs_in_force ON tariffs (name, effective_from DESC) WHERE withdrawn_at IS NULL;
CREATE UNIQUE INDEX tariffs_name_version ON tariffs (name, version) WHERE withdrawn_at IS NULL;
CREATE TRIGGER tariffs_never_change BEFORE UPDATE ON tariffs FOR EACH ROW EXECUTE FUNCTION refuse_tariff_change();

CREATE TABLE partners (
  id text NOT NULL,
  name text NOT NULL,
  status text DEFAULT 'active' NOT NULL,
  features text[] DEFAULT '{}'::text[] NOT NULL,
  requests_per_minute integer DEFAULT 600 NOT NULL,
  open_contracts_limit integer,
  tariff_id text,
  created_at timestamptz(3) NOT NULL,
  brand_color text DEFAULT '' NOT NULL,
  logo jsonb,
  insured_contact jsonb,
  CONSTRAINT partners_pkey PRIMARY KEY (id),
  CONSTRAINT partners_name_unique UNIQUE (name),
  CONSTRAINT partners_brand_color CHECK (brand_color ~ '^(#[0-9a-f]{6})?$'),
  CONSTRAINT partners_limits CHECK ((requests_per_minute > 0) AND (open_contracts_limit >= 0)),
  CONSTRAINT partners_status CHECK (status IN ('active', 'suspended')),
  CONSTRAINT partners_tariff_id_tariffs_id_fk FOREIGN KEY (tariff_id) REFERENCES tariffs(id)
);

CREATE TABLE worlds (
  id integer GENERATED ALWAYS AS IDENTITY,
  partner_id text NOT NULL,
  environment text NOT NULL,
  clock_offset_ms bigint DEFAULT 0 NOT NULL,
  clock_stands_at timestamptz(3),
  emptied_before timestamptz(3),
  notifies_insured boolean DEFAULT false NOT NULL,
  CONSTRAINT worlds_pkey PRIMARY KEY (id),
  CONSTRAINT worlds_partner_environment UNIQUE (partner_id, environment),
  CONSTRAINT worlds_clock CHECK (clock_offset_ms >= 0),
  CONSTRAINT worlds_environment CHECK (environment IN ('development', 'production')),
  CONSTRAINT worlds_sandbox CHECK ((environment = 'development') OR ((clock_offset_ms = 0) AND (clock_stands_at IS NULL) AND (emptied_before IS NULL))),
  CONSTRAINT worlds_partner_id_partners_id_fk FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX worlds_being_emptied ON worlds (id) WHERE emptied_before IS NOT NULL;
CREATE INDEX worlds_clock_moved ON worlds (id) WHERE (clock_offset_ms > 0) OR (clock_stands_at IS NOT NULL);

CREATE TABLE alert_rules (
  id text NOT NULL,
  world_id integer NOT NULL,
  kind text NOT NULL,
  threshold integer,
  channel text NOT NULL,
  recipients text[] NOT NULL,
  url text,
  signing_secret text,
  language text NOT NULL,
  time_zone text NOT NULL,
  quiet_from smallint,
  quiet_until smallint,
  enabled boolean NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  check_at timestamptz(3) NOT NULL,
  send_at timestamptz(3) DEFAULT now() NOT NULL,
  leased_until timestamptz(3),
  failures smallint DEFAULT 0 NOT NULL,
  failing_since timestamptz(3),
  last_failure text,
  last_sent_at timestamptz(3),
  CONSTRAINT alert_rules_pkey PRIMARY KEY (id),
  CONSTRAINT alert_rules_channel CHECK ((channel = 'mail') = (url IS NULL)),
  CONSTRAINT alert_rules_quiet CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)),
  CONSTRAINT alert_rules_secret CHECK ((signing_secret IS NULL) OR (channel = 'webhook')),
  CONSTRAINT alert_rules_world_id_worlds_id_fk FOREIGN KEY (world_id) REFERENCES worlds(id)
);
CREATE INDEX alert_rules_by_world ON alert_rules (world_id, id);
CREATE INDEX alert_rules_due ON alert_rules (check_at) WHERE enabled;

CREATE TABLE alerts (
  id text NOT NULL,
  rule_id text NOT NULL,
  cause text NOT NULL,
  since timestamptz(3) NOT NULL,
  detail jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  sent_at timestamptz(3),
  dropped_at timestamptz(3),
  reached text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT alerts_pkey PRIMARY KEY (id),
  CONSTRAINT alerts_rule_id_alert_rules_id_fk FOREIGN KEY (rule_id) REFERENCES alert_rules(id) ON DELETE CASCADE
);
CREATE INDEX alerts_by_rule ON alerts (rule_id, id);
CREATE INDEX alerts_ended ON alerts (ended_at);
CREATE UNIQUE INDEX alerts_open ON alerts (rule_id, cause) WHERE ended_at IS NULL;
CREATE INDEX alerts_unsent ON alerts (rule_id, id) WHERE (sent_at IS NULL) AND (dropped_at IS NULL);

CREATE TABLE api_keys (
  id text NOT NULL,
  world_id integer NOT NULL,
  hash text NOT NULL,
  ciphertext text NOT NULL,
  preview text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_reason text,
  last_used_at timestamptz(3),
  name text,
  rights text[] DEFAULT '{full}'::text[] NOT NULL,
  created_by text,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_hash_unique UNIQUE (hash),
  CONSTRAINT api_keys_rights CHECK ((cardinality(rights) > 0) AND ((name IS NOT NULL) OR (rights = '{full}'::text[]))),
  CONSTRAINT api_keys_world_id_worlds_id_fk FOREIGN KEY (world_id) REFERENCES worlds(id)
);
CREATE INDEX api_keys_by_preview ON api_keys (preview);
CREATE INDEX api_keys_world ON api_keys (world_id, created_at);

CREATE TABLE audit_entries (
  id text NOT NULL,
  at timestamptz(3) NOT NULL,
  actor jsonb NOT NULL,
  action text NOT NULL,
  subject_id text NOT NULL,
  reason text,
  address text,
  details jsonb NOT NULL,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entries_about_partner ON audit_entries (((details ->> 'partnerId')), at, id);
CREATE INDEX audit_entries_by_action ON audit_entries (action, at, id);
CREATE INDEX audit_entries_by_key ON audit_entries (((actor ->> 'keyId')), at, id);
CREATE INDEX audit_entries_by_name ON audit_entries (COALESCE((actor ->> 'name'), (actor ->> 'job')), at, id) WHERE ((actor ->> 'userId') IS NULL) AND ((actor ->> 'keyId') IS NULL);
CREATE INDEX audit_entries_by_subject ON audit_entries (subject_id, at, id);
CREATE INDEX audit_entries_by_time ON audit_entries (at, id);
CREATE INDEX audit_entries_by_user ON audit_entries (((actor ->> 'userId')), at, id);
CREATE INDEX audit_entries_of_partner ON audit_entries (((actor ->> 'partnerId')), at, id);
CREATE INDEX audit_entries_of_partner_by_action ON audit_entries (((actor ->> 'partnerId')), action, at, id);
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entries_not_truncated BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TABLE users (
  id text NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  partner_id text,
  password_hash text,
  disabled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  last_sign_in_at timestamptz(3),
  key_notices_seen_at timestamptz(3),
  outage_notices_seen_at timestamptz(3),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_partner CHECK ((role IN ('owner', 'developer', 'developer-member', 'member')) = (partner_id IS NOT NULL)),
  CONSTRAINT users_role CHECK (role IN ('owner', 'developer', 'developer-member', 'member', 'administrator', 'support', 'handler')),
  CONSTRAINT users_partner_id_partners_id_fk FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX users_by_partner ON users (partner_id, id);
CREATE UNIQUE INDEX users_email ON users (email);

CREATE TABLE authenticator_apps (
  user_id text NOT NULL,
  ciphertext text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  last_step integer,
  CONSTRAINT authenticator_apps_pkey PRIMARY KEY (user_id),
  CONSTRAINT authenticator_apps_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE contracts (
  cid text NOT NULL,
  world_id integer NOT NULL,
  uid text NOT NULL,
  contract_type text NOT NULL,
  status text NOT NULL,
  test boolean NOT NULL,
  start_date timestamptz(3) NOT NULL,
  end_date timestamptz(3) NOT NULL,
  options text[] NOT NULL,
  company jsonb,
  individual jsonb,
  tariff_id text NOT NULL,
  termination_planned boolean DEFAULT false NOT NULL,
  end_reason text,
  ended_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  due_at timestamptz(3) NOT NULL,
  source text,
  erased_at timestamptz(3),
  time_zone text,
  renewal_day smallint,
  CONSTRAINT contracts_pkey PRIMARY KEY (cid),
  CONSTRAINT contracts_period CHECK (end_date >= start_date),
  CONSTRAINT contracts_status CHECK (status IN ('open', 'closed', 'cancel', 'terminated')),
  CONSTRAINT contracts_type CHECK (contract_type IN ('LCD', 'LMD', 'LLD')),
  CONSTRAINT contracts_tariff_id_tariffs_id_fk FOREIGN KEY (tariff_id) REFERENCES tariffs(id),
  CONSTRAINT contracts_world_id_worlds_id_fk FOREIGN KEY (world_id) REFERENCES worlds(id)
);
CREATE INDEX contracts_by_renter ON contracts (world_id, uid, cid);
CREATE INDEX contracts_by_renter_and_status ON contracts (world_id, uid, status, cid);
CREATE INDEX contracts_by_renter_and_test ON contracts (world_id, uid, test, cid);
CREATE INDEX contracts_by_renter_and_time ON contracts (world_id, uid, created_at, cid);
CREATE INDEX contracts_by_status ON contracts (world_id, status, created_at, cid);
CREATE INDEX contracts_by_world ON contracts (world_id, created_at, cid);
CREATE INDEX contracts_due ON contracts (due_at, cid) WHERE status = 'open';
CREATE INDEX contracts_due_of_world ON contracts (world_id, due_at, cid) WHERE (status = 'open') AND test;
CREATE INDEX contracts_to_erase ON contracts (ended_at, cid) WHERE (ended_at IS NOT NULL) AND (erased_at IS NULL);
CREATE TRIGGER search_changed AFTER UPDATE OF uid, company, individual ON contracts FOR EACH ROW WHEN ((OLD.uid, OLD.company, OLD.individual) IS DISTINCT FROM (NEW.uid, NEW.company, NEW.individual)) EXECUTE FUNCTION mark_for_search('contracts');
CREATE TRIGGER search_deleted AFTER DELETE ON contracts FOR EACH ROW EXECUTE FUNCTION mark_for_search('contracts');

CREATE TABLE automatic_renewals (
  arid text NOT NULL,
  world_id integer NOT NULL,
  cid text NOT NULL,
  default_application boolean NOT NULL,
  use_notification boolean NOT NULL,
  duration_months integer NOT NULL,
  extension integer NOT NULL,
  rejected_at timestamptz(3),
  renewal_scheduled_for timestamptz(3) NOT NULL,
  notification_scheduled_for timestamptz(3) NOT NULL,
  notified_at timestamptz(3),
  applied_at timestamptz(3),
  next_cid text,
  dropped_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  state text GENERATED ALWAYS AS (CASE WHEN (applied_at IS NOT NULL) THEN 'applied' WHEN (rejected_at IS NOT NULL) THEN 'rejected' WHEN (dropped_at IS NOT NULL) THEN 'dropped' ELSE 'scheduled' END) STORED NOT NULL,
  CONSTRAINT automatic_renewals_pkey PRIMARY KEY (arid),
  CONSTRAINT automatic_renewals_applied CHECK ((applied_at IS NULL) = (next_cid IS NULL)),
  CONSTRAINT automatic_renewals_duration CHECK ((duration_months >= 1) AND (duration_months <= 60)),
  CONSTRAINT automatic_renewals_cid_contracts_cid_fk FOREIGN KEY (cid) REFERENCES contracts(cid),
  CONSTRAINT automatic_renewals_next_cid_contracts_cid_fk FOREIGN KEY (next_cid) REFERENCES contracts(cid)
);
CREATE INDEX automatic_renewals_by_contract ON automatic_renewals (cid, arid);
CREATE INDEX automatic_renewals_by_state ON automatic_renewals (world_id, state, renewal_scheduled_for, arid);
CREATE INDEX automatic_renewals_by_world ON automatic_renewals (world_id, renewal_scheduled_for, arid);
CREATE UNIQUE INDEX automatic_renewals_live ON automatic_renewals (cid) WHERE (applied_at IS NULL) AND (dropped_at IS NULL);
CREATE UNIQUE INDEX automatic_renewals_next ON automatic_renewals (next_cid);
CREATE INDEX automatic_renewals_notice_due ON automatic_renewals (notification_scheduled_for) WHERE use_notification AND (notified_at IS NULL) AND (state = 'scheduled');
CREATE INDEX automatic_renewals_notice_due_of_world ON automatic_renewals (world_id, notification_scheduled_for) WHERE use_notification AND (notified_at IS NULL) AND (state = 'scheduled');
CREATE TRIGGER search_changed AFTER UPDATE OF next_cid ON automatic_renewals FOR EACH ROW WHEN (OLD.next_cid IS DISTINCT FROM NEW.next_cid) EXECUTE FUNCTION mark_for_search('renewals');
CREATE TRIGGER search_inserted AFTER INSERT OR DELETE ON automatic_renewals FOR EACH ROW EXECUTE FUNCTION mark_for_search('renewals');

CREATE TABLE call_hours (
  world_id integer NOT NULL,
  hour timestamptz(3) NOT NULL,
  duration_class smallint NOT NULL,
  calls bigint NOT NULL,
  errors bigint NOT NULL,
  key_id text DEFAULT '' NOT NULL,
  CONSTRAINT call_hours_pk PRIMARY KEY (world_id, hour, duration_class, key_id)
);

CREATE TABLE calls (
  execution_id text COLLATE "C" NOT NULL,
  at timestamptz(3) NOT NULL,
  world_id integer NOT NULL,
  key_id text NOT NULL,
  path text NOT NULL,
  subject_id text,
  query text NOT NULL,
  request_body text,
  response_body text,
  duration_micros integer NOT NULL,
  ip text,
  user_agent text,
  replay_of text,
  method text NOT NULL,
  endpoint text,
  preview boolean NOT NULL,
  status smallint NOT NULL,
  error_code integer,
  source text,
  request_headers text,
  response_headers text,
  CONSTRAINT calls_world_id_execution_id_pk PRIMARY KEY (world_id, execution_id)
) PARTITION BY RANGE (execution_id);
CREATE TABLE calls_other_days PARTITION OF calls DEFAULT;
CREATE INDEX calls_by_endpoint ON calls (world_id, COALESCE(endpoint, 'unknown'), at, execution_id);
CREATE INDEX calls_by_endpoint_and_error ON calls (world_id, COALESCE(endpoint, 'unknown'), error_code, at, execution_id) WHERE error_code IS NOT NULL;
CREATE INDEX calls_by_error ON calls (world_id, error_code, at, execution_id) WHERE error_code IS NOT NULL;
CREATE INDEX calls_by_error_status ON calls (world_id, status, at, execution_id) WHERE status >= 400;
CREATE INDEX calls_by_key ON calls (world_id, key_id, at, execution_id);
CREATE INDEX calls_by_replay ON calls (world_id, replay_of, execution_id) WHERE replay_of IS NOT NULL;
CREATE INDEX calls_by_source ON calls (world_id, source, at, execution_id) WHERE source IS NOT NULL;
CREATE INDEX calls_by_subject ON calls (world_id, subject_id, at, execution_id) WHERE subject_id IS NOT NULL;
CREATE INDEX calls_by_time ON calls (world_id, at, execution_id);
CREATE INDEX calls_refused ON calls (world_id, at, execution_id, status, source, key_id, method, endpoint, error_code) WHERE (status >= 400) AND (status <= 499);
CREATE INDEX calls_refused_by_endpoint ON calls (world_id, COALESCE(endpoint, 'unknown'), at, execution_id) WHERE (status >= 400) AND (status <= 499);
CREATE INDEX calls_failed ON calls (world_id, at, execution_id, status, source, key_id, method, endpoint, error_code) WHERE status >= 500;
CREATE INDEX calls_failed_by_endpoint ON calls (world_id, COALESCE(endpoint, 'unknown'), at, execution_id) WHERE status >= 500;
CREATE INDEX calls_previewed ON calls (world_id) WHERE preview AND (status < 300);
CREATE TRIGGER search_inserted AFTER INSERT ON calls FOR EACH ROW WHEN ((NEW.status >= 400) AND (NEW.status <> 429)) EXECUTE FUNCTION mark_for_search('calls');

CREATE TABLE cities (
  country text NOT NULL,
  zipcode text NOT NULL,
  name text NOT NULL,
  key text NOT NULL,
  population integer DEFAULT 0 NOT NULL,
  former boolean DEFAULT false NOT NULL,
  CONSTRAINT cities_country_zipcode_name_pk PRIMARY KEY (country, zipcode, name)
);
CREATE INDEX cities_key_length ON cities (country, "left"(key, 1), length(key));
CREATE INDEX cities_key_prefix ON cities (country, key text_pattern_ops);
CREATE INDEX cities_key_trigrams ON cities USING gin (key gin_trgm_ops);
CREATE INDEX cities_name_prefix ON cities (country, name text_pattern_ops);

CREATE TABLE cities_edition (
  edition text NOT NULL,
  CONSTRAINT cities_edition_pkey PRIMARY KEY (edition)
);

CREATE TABLE products (
  id text NOT NULL,
  world_id integer NOT NULL,
  uid text NOT NULL,
  product_type text NOT NULL,
  title text NOT NULL,
  description text,
  data jsonb NOT NULL,
  purchased_date timestamptz(3),
  value_excl_cents bigint NOT NULL,
  hidden boolean DEFAULT false NOT NULL,
  deleted_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT products_pkey PRIMARY KEY (id),
  CONSTRAINT products_world_uid UNIQUE (world_id, uid),
  CONSTRAINT products_value CHECK (value_excl_cents > 0),
  CONSTRAINT products_world_id_worlds_id_fk FOREIGN KEY (world_id) REFERENCES worlds(id)
);
CREATE INDEX products_listed ON products (world_id, id) WHERE (NOT hidden) AND (deleted_at IS NULL);
CREATE INDEX products_listed_by_time ON products (world_id, created_at, id) WHERE (NOT hidden) AND (deleted_at IS NULL);
CREATE TRIGGER search_changed AFTER UPDATE ON products FOR EACH ROW WHEN ((OLD.uid, OLD.title, OLD.data, OLD.hidden, OLD.deleted_at) IS DISTINCT FROM (NEW.uid, NEW.title, NEW.data, NEW.hidden, NEW.deleted_at)) EXECUTE FUNCTION mark_for_search('products');
CREATE TRIGGER search_deleted AFTER DELETE ON products FOR EACH ROW WHEN (NOT OLD.hidden) EXECUTE FUNCTION mark_for_search('products');
CREATE TRIGGER search_inserted AFTER INSERT ON products FOR EACH ROW WHEN (NOT NEW.hidden) EXECUTE FUNCTION mark_for_search('products');

CREATE TABLE contract_products (
  cpid text NOT NULL,
  cid text NOT NULL,
  product_id text NOT NULL,
  product_type text NOT NULL,
  value_excl_cents bigint NOT NULL,
  status text NOT NULL,
  start_date timestamptz(3) NOT NULL,
  end_date timestamptz(3) NOT NULL,
  data jsonb NOT NULL,
  price_cents bigint NOT NULL,
  replaced_by text,
  end_reason text,
  CONSTRAINT contract_products_pkey PRIMARY KEY (cpid),
  CONSTRAINT contract_products_price CHECK (price_cents >= 0),
  CONSTRAINT contract_products_replaced CHECK ((status = 'has_been_replaced') = (replaced_by IS NOT NULL)),
  CONSTRAINT contract_products_status CHECK (status IN ('open', 'closed', 'cancel', 'terminated', 'has_been_replaced')),
  CONSTRAINT contract_products_cid_contracts_cid_fk FOREIGN KEY (cid) REFERENCES contracts(cid),
  CONSTRAINT contract_products_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id)
);
CREATE INDEX contract_products_by_contract ON contract_products (cid, cpid);
CREATE INDEX contract_products_by_internal_id ON contract_products (((data ->> 'internal_id')), cid) WHERE (data ->> 'internal_id') IS NOT NULL;
CREATE INDEX contract_products_by_marking ON contract_products (((data ->> 'product_marked')), cid);
CREATE INDEX contract_products_by_product ON contract_products (product_id, cpid);
CREATE TRIGGER search_changed AFTER UPDATE OF data, product_id ON contract_products FOR EACH ROW WHEN ((OLD.data, OLD.product_id) IS DISTINCT FROM (NEW.data, NEW.product_id)) EXECUTE FUNCTION mark_for_search('contracts');
CREATE TRIGGER search_inserted AFTER INSERT ON contract_products REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION mark_contracts_for_search();

CREATE TABLE claims (
  id text NOT NULL,
  claim_id text,
  world_id integer NOT NULL,
  uid text NOT NULL,
  cid text NOT NULL,
  cpid text NOT NULL,
  test boolean NOT NULL,
  draft_status text NOT NULL,
  stage text,
  status text NOT NULL,
  status_since timestamptz(3) NOT NULL,
  can_submit boolean NOT NULL,
  type text NOT NULL,
  subtype text NOT NULL,
  claim_at timestamptz(3) NOT NULL,
  description text NOT NULL,
  product jsonb NOT NULL,
  location jsonb NOT NULL,
  insured jsonb NOT NULL,
  questions jsonb NOT NULL,
  entries jsonb NOT NULL,
  note text,
  cancel_reason text,
  handler_id text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  submitted_at timestamptz(3),
  closed_at timestamptz(3),
  reopened_at timestamptz(3),
  abandoned_at timestamptz(3),
  erased_at timestamptz(3),
  rejection_reason text,
  CONSTRAINT claims_pkey PRIMARY KEY (id),
  CONSTRAINT claims_claim_id_unique UNIQUE (claim_id),
  CONSTRAINT claims_status CHECK (status IN ('draft', 'submitted', 'in_progress', 'pending_info', 'closed', 'rejected', 'abandoned', 'archived')),
  CONSTRAINT claims_submitted CHECK ((claim_id IS NULL) = (status IN ('draft', 'archived'))),
  CONSTRAINT claims_cid_contracts_cid_fk FOREIGN KEY (cid) REFERENCES contracts(cid),
  CONSTRAINT claims_cpid_contract_products_cpid_fk FOREIGN KEY (cpid) REFERENCES contract_products(cpid),
  CONSTRAINT claims_world_id_worlds_id_fk FOREIGN KEY (world_id) REFERENCES worlds(id)
);
CREATE INDEX claims_by_contract ON claims (cid, id);
CREATE INDEX claims_by_contract_product ON claims (cpid);
CREATE INDEX claims_by_renter ON claims (world_id, uid, created_at, id);
CREATE INDEX claims_by_renter_and_status ON claims (world_id, uid, status, created_at, id);
CREATE INDEX claims_by_renter_of_any_world ON claims (uid, status_since, id);
CREATE INDEX claims_by_status ON claims (world_id, status, created_at, id, uid);
CREATE INDEX claims_by_world ON claims (world_id, created_at, id, uid);
CREATE INDEX claims_queue_by_stage ON claims (test, status, stage, status_since, id);
CREATE INDEX claims_queue_of_handler ON claims (handler_id, test, status, stage, status_since, id);
CREATE INDEX claims_queue_of_world_by_stage ON claims (world_id, test, status, stage, status_since, id);
CREATE INDEX claims_submitted_of_world ON claims (world_id, submitted_at) WHERE submitted_at IS NOT NULL;
CREATE TRIGGER search_changed AFTER UPDATE OF claim_id, uid, insured, product ON claims FOR EACH ROW WHEN ((OLD.claim_id, OLD.uid, OLD.insured, OLD.product) IS DISTINCT FROM (NEW.claim_id, NEW.uid, NEW.insured, NEW.product)) EXECUTE FUNCTION mark_for_search('claims');
CREATE TRIGGER search_inserted AFTER INSERT OR DELETE ON claims FOR EACH ROW EXECUTE FUNCTION mark_for_search('claims');

CREATE TABLE claim_documents (
  id text NOT NULL,
  claim_id text NOT NULL,
  type text NOT NULL,
  title text NOT NULL,
  mime_type text NOT NULL,
  size_bytes integer NOT NULL,
  storage_key text NOT NULL,
  status text NOT NULL,
  refusal_reason text,
  note text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  refused_at timestamptz(3),
  replaced_at timestamptz(3),
  sha256 text,
  CONSTRAINT claim_documents_pkey PRIMARY KEY (id),
  CONSTRAINT claim_documents_storage_key_unique UNIQUE (storage_key),
  CONSTRAINT claim_documents_refusal CHECK ((status = 'rejected') = (refusal_reason IS NOT NULL)),
  CONSTRAINT claim_documents_status CHECK (status IN ('to_verify', 'accepted', 'rejected')),
  CONSTRAINT claim_documents_claim_id_claims_id_fk FOREIGN KEY (claim_id) REFERENCES claims(id)
);
CREATE INDEX claim_documents_by_claim ON claim_documents (claim_id, id);
CREATE INDEX claim_documents_by_content ON claim_documents (sha256) WHERE replaced_at IS NULL;
CREATE UNIQUE INDEX claim_documents_current ON claim_documents (claim_id, type) WHERE replaced_at IS NULL;

CREATE TABLE claim_links (
  id text NOT NULL,
  token_hash text NOT NULL,
  world_id integer NOT NULL,
  claim_id text,
  cid text,
  cpid text,
  language text NOT NULL,
  return_url text,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  opened_at timestamptz(3),
  last_seen_at timestamptz(3),
  completed_at timestamptz(3),
  revoked_at timestamptz(3),
  execution_id text,
  CONSTRAINT claim_links_pkey PRIMARY KEY (id),
  CONSTRAINT claim_links_token_hash_unique UNIQUE (token_hash),
  CONSTRAINT claim_links_expiry CHECK (expires_at > created_at),
  CONSTRAINT claim_links_language CHECK (language IN ('en', 'fr')),
  CONSTRAINT claim_links_product CHECK ((cpid IS NULL) OR (cid IS NOT NULL)),
  CONSTRAINT claim_links_subject CHECK ((claim_id IS NOT NULL) OR (cid IS NOT NULL)),
  CONSTRAINT claim_links_cid_contracts_cid_fk FOREIGN KEY (cid) REFERENCES contracts(cid),
  CONSTRAINT claim_links_claim_id_claims_id_fk FOREIGN KEY (claim_id) REFERENCES claims(id),
  CONSTRAINT claim_links_cpid_contract_products_cpid_fk FOREIGN KEY (cpid) REFERENCES contract_products(cpid),
  CONSTRAINT claim_links_world_id_worlds_id_fk FOREIGN KEY (world_id) REFERENCES worlds(id)
);
CREATE INDEX claim_links_by_claim ON claim_links (claim_id, id);
CREATE INDEX claim_links_by_contract ON claim_links (cid, id) WHERE cid IS NOT NULL;
CREATE INDEX claim_links_by_contract_product ON claim_links (cpid) WHERE cpid IS NOT NULL;
CREATE INDEX claim_links_completed ON claim_links (world_id, id) WHERE completed_at IS NOT NULL;

CREATE TABLE claim_notes (
  id text NOT NULL,
  claim_id text NOT NULL,
  author_id text NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT claim_notes_pkey PRIMARY KEY (id),
  CONSTRAINT claim_notes_author_id_users_id_fk FOREIGN KEY (author_id) REFERENCES users(id),
  CONSTRAINT claim_notes_claim_id_claims_id_fk FOREIGN KEY (claim_id) REFERENCES claims(id)
);
CREATE INDEX claim_notes_by_claim ON claim_notes (claim_id, id);

CREATE TABLE deliveries (
  id text COLLATE "C" NOT NULL,
  world_id integer NOT NULL,
  webhook_id text NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  test boolean DEFAULT false NOT NULL,
  status text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz(3),
  last_status_code smallint,
  last_error text,
  last_duration_ms integer,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  subject_id text DEFAULT '' NOT NULL,
  CONSTRAINT deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT deliveries_next_attempt CHECK ((status IN ('pending', 'retrying')) = (next_attempt_at IS NOT NULL)),
  CONSTRAINT deliveries_status CHECK (status IN ('pending', 'succeeded', 'retrying', 'failed', 'cancelled'))
) PARTITION BY RANGE (id);
CREATE TABLE deliveries_other_days PARTITION OF deliveries DEFAULT;
CREATE INDEX deliveries_by_status ON deliveries (world_id, status, created_at, id) WHERE status <> 'succeeded';
CREATE INDEX deliveries_by_subject ON deliveries (world_id, subject_id, created_at, id);
CREATE INDEX deliveries_by_type ON deliveries (world_id, event_type, created_at, id);
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, created_at, id);
CREATE INDEX deliveries_by_webhook_and_status ON deliveries (webhook_id, status, created_at, id) WHERE status <> 'succeeded';
CREATE INDEX deliveries_by_world ON deliveries (world_id, created_at, id);

CREATE TABLE delivery_attempts (
  delivery_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  trigger text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  status_code smallint,
  error text,
  error_detail text,
  response_body text,
  response_truncated boolean DEFAULT false NOT NULL,
  signature text,
  CONSTRAINT delivery_attempts_delivery_id_number_pk PRIMARY KEY (delivery_id, number)
) PARTITION BY RANGE (delivery_id);
CREATE TABLE delivery_attempts_other_days PARTITION OF delivery_attempts DEFAULT;

CREATE TABLE delivery_hours (
  world_id integer NOT NULL,
  hour timestamptz(3) NOT NULL,
  outcome text NOT NULL,
  deliveries bigint NOT NULL,
  CONSTRAINT delivery_hours_world_id_hour_outcome_pk PRIMARY KEY (world_id, hour, outcome),
  CONSTRAINT delivery_hours_outcome CHECK (outcome IN ('succeeded', 'failed', 'cancelled'))
);

CREATE TABLE webhooks (
  id text NOT NULL,
  world_id integer NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  enabled boolean NOT NULL,
  event_types text[] NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  signing_secret text,
  previous_secret text,
  previous_secret_until timestamptz(3),
  created_by text,
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_secrets CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL)) AND ((signing_secret IS NOT NULL) OR (previous_secret IS NULL))),
  CONSTRAINT webhooks_world_id_worlds_id_fk FOREIGN KEY (world_id) REFERENCES worlds(id)
);
CREATE INDEX webhooks_by_world ON webhooks (world_id, id) WHERE deleted_at IS NULL;

CREATE TABLE delivery_queue (
  delivery_id text NOT NULL,
  event_id text NOT NULL,
  webhook_id text NOT NULL,
  due_at timestamptz(3) NOT NULL,
  cycle_attempt smallint DEFAULT 1 NOT NULL,
  trigger text DEFAULT 'automatic' NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  leased_by text,
  leased_until timestamptz(3),
  CONSTRAINT delivery_queue_pkey PRIMARY KEY (delivery_id),
  CONSTRAINT delivery_queue_lease CHECK ((leased_by IS NULL) = (leased_until IS NULL)),
  CONSTRAINT delivery_queue_webhook_id_webhooks_id_fk FOREIGN KEY (webhook_id) REFERENCES webhooks(id)
);
CREATE INDEX delivery_queue_due ON delivery_queue (webhook_id, trigger, due_at, event_id);
CREATE INDEX delivery_queue_leased ON delivery_queue (webhook_id, leased_until) WHERE leased_until IS NOT NULL;

CREATE TABLE demo_fills (
  world_id integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  steps integer DEFAULT 0 NOT NULL,
  contracts integer DEFAULT 0 NOT NULL,
  planned integer DEFAULT 0 NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT demo_fills_pkey PRIMARY KEY (world_id),
  CONSTRAINT demo_fills_world_id_worlds_id_fk FOREIGN KEY (world_id) REFERENCES worlds(id)
);
CREATE INDEX demo_fills_open ON demo_fills (world_id) WHERE finished_at IS NULL;

CREATE TABLE error_hours (
  world_id integer NOT NULL,
  hour timestamptz(3) NOT NULL,
  endpoint text NOT NULL,
  error_code integer NOT NULL,
  calls bigint NOT NULL,
  CONSTRAINT error_hours_world_id_hour_endpoint_error_code_pk PRIMARY KEY (world_id, hour, endpoint, error_code)
);

CREATE TABLE events (
  id text COLLATE "C" NOT NULL,
  world_id integer NOT NULL,
  event_type text NOT NULL,
  subject_id text NOT NULL,
  execution_id text,
  payload text NOT NULL,
  test boolean DEFAULT false NOT NULL,
  created_at timestamptz(3) NOT NULL,
  traceparent text,
  CONSTRAINT events_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE TABLE events_other_days PARTITION OF events DEFAULT;
CREATE INDEX events_by_execution ON events (execution_id);
CREATE INDEX events_by_subject ON events (world_id, subject_id, id);
CREATE INDEX events_by_type ON events (world_id, event_type, id);
CREATE INDEX events_by_world ON events (world_id, id);

CREATE TABLE idempotency_keys (
  world_id integer NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  execution_id text NOT NULL,
  status smallint NOT NULL,
  error_code integer,
  subject_id text,
  body text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT idempotency_keys_world_id_key_pk PRIMARY KEY (world_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

CREATE TABLE key_reports (
  id text NOT NULL,
  key_id text NOT NULL,
  reported_by text NOT NULL,
  reported_at timestamptz(3) NOT NULL,
  note text NOT NULL,
  closed_at timestamptz(3),
  closed_by text,
  CONSTRAINT key_reports_pkey PRIMARY KEY (id),
  CONSTRAINT key_reports_closed CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
  CONSTRAINT key_reports_key_id_api_keys_id_fk FOREIGN KEY (key_id) REFERENCES api_keys(id)
);
CREATE INDEX key_reports_by_key ON key_reports (key_id, id);
CREATE UNIQUE INDEX key_reports_open ON key_reports (key_id) WHERE closed_at IS NULL;
CREATE INDEX key_reports_waiting ON key_reports (id) WHERE closed_at IS NULL;

CREATE TABLE ledger_checks (
  id integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  after text NOT NULL,
  repaired integer NOT NULL,
  unrepaired integer NOT NULL,
  mismatches integer,
  CONSTRAINT ledger_checks_pkey PRIMARY KEY (id)
);

CREATE TABLE mailbox (
  id text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT mailbox_pkey PRIMARY KEY (id)
);
CREATE INDEX mailbox_by_time ON mailbox (at);

CREATE TABLE notices (
  id text NOT NULL,
  kind text NOT NULL,
  recipient text NOT NULL,
  partner_id text,
  cause text,
  subject text NOT NULL,
  body text,
  created_at timestamptz(3) NOT NULL,
  due_at timestamptz(3),
  leased_by text,
  leased_until timestamptz(3),
  attempts smallint DEFAULT 0 NOT NULL,
  last_error text,
  sent_at timestamptz(3),
  failed_at timestamptz(3),
  status text GENERATED ALWAYS AS (CASE WHEN (sent_at IS NOT NULL) THEN 'sent' WHEN (failed_at IS NOT NULL) THEN 'failed' WHEN (attempts > 0) THEN 'retrying' ELSE 'waiting' END) STORED NOT NULL,
  CONSTRAINT notices_pkey PRIMARY KEY (id),
  CONSTRAINT notices_outcome CHECK ((sent_at IS NULL) OR (failed_at IS NULL)),
  CONSTRAINT notices_over CHECK ((due_at IS NULL) = ((sent_at IS NOT NULL) OR (failed_at IS NOT NULL)))
);
CREATE INDEX notices_by_kind ON notices (kind, created_at, id);
CREATE INDEX notices_by_recipient ON notices (recipient, created_at, id);
CREATE INDEX notices_by_status ON notices (status, created_at, id);
CREATE INDEX notices_by_time ON notices (created_at, id);
CREATE INDEX notices_due ON notices (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX notices_of_partner ON notices (partner_id, created_at, id) WHERE kind IN ('invitation', 'newDevice', 'accountChanged', 'keyChanged', 'pricesRise', 'pricesWithdrawn', 'webhookOutage', 'deliveriesDropped');
CREATE UNIQUE INDEX notices_once ON notices (kind, cause, recipient) WHERE cause IS NOT NULL;

CREATE TABLE passkey_challenges (
  holder text NOT NULL,
  challenge text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (holder)
);
CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);

CREATE TABLE passkeys (
  id text NOT NULL,
  user_id text NOT NULL,
  name text NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  is_synced boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

CREATE TABLE password_links (
  token_hash text NOT NULL,
  user_id text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT password_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT password_links_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX password_links_by_user ON password_links (user_id);

CREATE TABLE renters (
  uid text NOT NULL,
  company jsonb NOT NULL,
  contract_types text[] NOT NULL,
  product_types text[] NOT NULL,
  created_at timestamptz(3) NOT NULL,
  option boolean DEFAULT true NOT NULL,
  inclusion boolean DEFAULT false NOT NULL,
  brand_color text DEFAULT '' NOT NULL,
  logo jsonb,
  time_zone text DEFAULT 'Europe/Paris' NOT NULL,
  CONSTRAINT renters_pkey PRIMARY KEY (uid),
  CONSTRAINT renters_brand_color CHECK (brand_color ~ '^(#[0-9a-f]{6})?$')
);
CREATE TRIGGER search_changed AFTER UPDATE OF company ON renters FOR EACH ROW WHEN (OLD.company IS DISTINCT FROM NEW.company) EXECUTE FUNCTION mark_for_search('renters');
CREATE TRIGGER search_inserted AFTER INSERT ON renters FOR EACH ROW EXECUTE FUNCTION mark_for_search('renters');

CREATE TABLE payee_account_proposals (
  id text NOT NULL,
  renter_uid text,
  holder text NOT NULL,
  iban text NOT NULL,
  status text NOT NULL,
  proposed_by text NOT NULL,
  proposed_at timestamptz(3) NOT NULL,
  decided_by text,
  decided_at timestamptz(3),
  CONSTRAINT payee_account_proposals_pkey PRIMARY KEY (id),
  CONSTRAINT payee_account_proposals_decided CHECK ((status = 'waiting') = (decided_at IS NULL)),
  CONSTRAINT payee_account_proposals_status CHECK (status IN ('waiting', 'approved', 'declined', 'withdrawn')),
  CONSTRAINT payee_account_proposals_two_people CHECK ((status = 'withdrawn') = (decided_by = proposed_by)),
  CONSTRAINT payee_account_proposals_decided_by_users_id_fk FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT payee_account_proposals_proposed_by_users_id_fk FOREIGN KEY (proposed_by) REFERENCES users(id),
  CONSTRAINT payee_account_proposals_renter_uid_renters_uid_fk FOREIGN KEY (renter_uid) REFERENCES renters(uid)
);
CREATE UNIQUE INDEX payee_account_proposals_waiting ON payee_account_proposals (renter_uid) WHERE status = 'waiting';
CREATE UNIQUE INDEX payer_account_proposals_waiting ON payee_account_proposals (status) WHERE (renter_uid IS NULL) AND (status = 'waiting');

CREATE TABLE payee_accounts (
  renter_uid text NOT NULL,
  holder text NOT NULL,
  iban text NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  CONSTRAINT payee_accounts_pkey PRIMARY KEY (renter_uid),
  CONSTRAINT payee_accounts_iban CHECK (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  CONSTRAINT payee_accounts_changed_by_users_id_fk FOREIGN KEY (changed_by) REFERENCES users(id),
  CONSTRAINT payee_accounts_renter_uid_renters_uid_fk FOREIGN KEY (renter_uid) REFERENCES renters(uid)
);

CREATE TABLE payment_runs (
  id text NOT NULL,
  execute_on date NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  payer_holder text,
  payer_iban text,
  CONSTRAINT payment_runs_pkey PRIMARY KEY (id),
  CONSTRAINT payment_runs_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id)
);
CREATE INDEX payment_runs_by_time ON payment_runs (created_at, id);

CREATE TABLE settlements (
  id text NOT NULL,
  claim_id text NOT NULL,
  type text NOT NULL,
  amount_cents bigint NOT NULL,
  payment_state text,
  payment_at timestamptz(3),
  concerns text,
  created_at timestamptz(3) NOT NULL,
  proposed_by text,
  decided_by text,
  counted_at timestamptz(3),
  withheld_cents bigint,
  reason text,
  CONSTRAINT settlements_pkey PRIMARY KEY (id),
  CONSTRAINT settlements_amount CHECK (amount_cents > 0),
  CONSTRAINT settlements_payment CHECK (CASE type WHEN 'refund' THEN (payment_state IS NOT NULL) WHEN 'charge' THEN (COALESCE(payment_state, 'declined') IN ('pending_approval', 'declined')) ELSE (payment_state IS NULL) END),
  CONSTRAINT settlements_payment_state CHECK (payment_state IN ('pending_approval', 'approved', 'executing', 'paid', 'failed', 'cancelled', 'declined')),
  CONSTRAINT settlements_two_people CHECK (decided_by <> proposed_by),
  CONSTRAINT settlements_type CHECK (type IN ('refund', 'returned', 'charge', 'cancel')),
  CONSTRAINT settlements_withheld CHECK ((withheld_cents >= 0) AND (withheld_cents <= amount_cents)),
  CONSTRAINT settlements_claim_id_claims_id_fk FOREIGN KEY (claim_id) REFERENCES claims(id),
  CONSTRAINT settlements_concerns FOREIGN KEY (concerns) REFERENCES settlements(id)
);
CREATE INDEX settlements_by_claim ON settlements (claim_id, id);
CREATE INDEX settlements_by_counting ON settlements (COALESCE(counted_at, payment_at)) WHERE type = 'refund';
CREATE INDEX settlements_by_payment ON settlements (payment_at) WHERE type = 'refund';
CREATE INDEX settlements_by_time ON settlements (created_at) WHERE type <> 'refund';
CREATE UNIQUE INDEX settlements_concerned_once ON settlements (concerns);
CREATE UNIQUE INDEX settlements_one_proposal ON settlements (claim_id) WHERE payment_state = 'pending_approval';

CREATE TABLE payments_of_runs (
  settlement_id text NOT NULL,
  run_id text NOT NULL,
  holder text NOT NULL,
  iban text NOT NULL,
  CONSTRAINT payments_of_runs_pkey PRIMARY KEY (settlement_id),
  CONSTRAINT payments_of_runs_run_id_payment_runs_id_fk FOREIGN KEY (run_id) REFERENCES payment_runs(id),
  CONSTRAINT payments_of_runs_settlement_id_settlements_id_fk FOREIGN KEY (settlement_id) REFERENCES settlements(id)
);
CREATE INDEX payments_of_runs_by_run ON payments_of_runs (run_id, settlement_id);

CREATE TABLE pending_sign_ins (
  token_hash text NOT NULL,
  user_id text,
  signed_in_by text,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT pending_sign_ins_pkey PRIMARY KEY (token_hash),
  CONSTRAINT pending_sign_ins_first_step CHECK ((user_id IS NULL) = (signed_in_by IS NULL)),
  CONSTRAINT pending_sign_ins_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX pending_sign_ins_by_end ON pending_sign_ins (expires_at);

CREATE TABLE premium_entries (
  id text NOT NULL,
  world_id integer NOT NULL,
  at timestamptz(3) NOT NULL,
  uid text NOT NULL,
  cid text NOT NULL,
  cpid text NOT NULL,
  kind text NOT NULL,
  amount_cents bigint NOT NULL,
  happened_at timestamptz(3),
  CONSTRAINT premium_entries_cid_id_pk PRIMARY KEY (cid, id),
  CONSTRAINT premium_entries_amount CHECK (amount_cents <> 0),
  CONSTRAINT premium_entries_kind CHECK (kind IN ('created', 'added', 'removed', 'amended', 'renewed', 'cancelled', 'terminated', 'reopened')),
  CONSTRAINT premium_entries_cid_contracts_cid_fk FOREIGN KEY (cid) REFERENCES contracts(cid)
);
CREATE INDEX premium_entries_by_month ON premium_entries (world_id, at, id);
CREATE INDEX premium_entries_by_renter ON premium_entries (world_id, uid, at, id);

CREATE TABLE rate_windows (
  key_id text NOT NULL,
  minute integer NOT NULL,
  requests integer NOT NULL,
  CONSTRAINT rate_windows_key_id_minute_pk PRIMARY KEY (key_id, minute)
);

CREATE TABLE readiness_marks (
  world_id integer NOT NULL,
  item text NOT NULL,
  met_at timestamptz(3) NOT NULL,
  evidence_id text NOT NULL,
  CONSTRAINT readiness_marks_world_id_item_pk PRIMARY KEY (world_id, item),
  CONSTRAINT readiness_marks_world_id_worlds_id_fk FOREIGN KEY (world_id) REFERENCES worlds(id)
);

CREATE TABLE reason_templates (
  id text NOT NULL,
  use text NOT NULL,
  language text NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  CONSTRAINT reason_templates_pkey PRIMARY KEY (id),
  CONSTRAINT reason_templates_language CHECK (language IN ('en', 'fr')),
  CONSTRAINT reason_templates_use CHECK (use IN ('requestDocument', 'refuseDocument', 'rejectClaim')),
  CONSTRAINT reason_templates_changed_by_users_id_fk FOREIGN KEY (changed_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX reason_templates_title ON reason_templates (use, language, title);

CREATE TABLE recovery_codes (
  user_id text NOT NULL,
  code_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT recovery_codes_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE renter_attachments (
  world_id integer NOT NULL,
  renter_uid text NOT NULL,
  attached_at timestamptz(3) NOT NULL,
  CONSTRAINT renter_attachments_world_id_renter_uid_pk PRIMARY KEY (world_id, renter_uid),
  CONSTRAINT renter_attachments_renter_uid_renters_uid_fk FOREIGN KEY (renter_uid) REFERENCES renters(uid),
  CONSTRAINT renter_attachments_world_id_worlds_id_fk FOREIGN KEY (world_id) REFERENCES worlds(id)
);
CREATE TRIGGER search_changed AFTER INSERT OR DELETE ON renter_attachments FOR EACH ROW EXECUTE FUNCTION mark_for_search('attachments');

CREATE TABLE renter_openings (
  partner_id text NOT NULL,
  renter_uid text NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  CONSTRAINT renter_openings_partner_id_renter_uid_pk PRIMARY KEY (partner_id, renter_uid),
  CONSTRAINT renter_openings_partner_id_partners_id_fk FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT renter_openings_renter_uid_renters_uid_fk FOREIGN KEY (renter_uid) REFERENCES renters(uid)
);
CREATE INDEX renter_openings_by_renter ON renter_openings (renter_uid, partner_id);

CREATE TABLE sandbox_scenarios (
  id text NOT NULL,
  world_id integer NOT NULL,
  claim_id text NOT NULL,
  name text NOT NULL,
  steps jsonb NOT NULL,
  made smallint DEFAULT 0 NOT NULL,
  status text NOT NULL,
  stopped_by text,
  due_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT sandbox_scenarios_pkey PRIMARY KEY (id),
  CONSTRAINT sandbox_scenarios_due_at CHECK ((status = 'running') = (due_at IS NOT NULL)),
  CONSTRAINT sandbox_scenarios_status CHECK (status IN ('running', 'done', 'stopped')),
  CONSTRAINT sandbox_scenarios_claim_id_claims_id_fk FOREIGN KEY (claim_id) REFERENCES claims(id),
  CONSTRAINT sandbox_scenarios_world_id_worlds_id_fk FOREIGN KEY (world_id) REFERENCES worlds(id)
);
CREATE INDEX sandbox_scenarios_by_claim ON sandbox_scenarios (claim_id, id);
CREATE INDEX sandbox_scenarios_due ON sandbox_scenarios (due_at) WHERE due_at IS NOT NULL;
CREATE UNIQUE INDEX sandbox_scenarios_running ON sandbox_scenarios (claim_id) WHERE status = 'running';

CREATE TABLE search_blocks (
  id integer GENERATED ALWAYS AS IDENTITY,
  world_id integer NOT NULL,
  kind text NOT NULL,
  entries integer NOT NULL,
  newest_at timestamptz(3) NOT NULL,
  CONSTRAINT search_blocks_pkey PRIMARY KEY (id)
);
CREATE INDEX search_blocks_of_world ON search_blocks (kind, world_id, id);

CREATE TABLE search_entries (
  kind text NOT NULL,
  id text NOT NULL,
  world_id integer NOT NULL,
  at timestamptz(3) NOT NULL,
  block integer NOT NULL,
  text text NOT NULL,
  trigrams integer[] NOT NULL,
  CONSTRAINT search_entries_kind_id_world_id_pk PRIMARY KEY (kind, id, world_id)
);
CREATE INDEX search_entries_trigrams ON search_entries USING gin (trigrams);

CREATE TABLE search_marks (
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  key text NOT NULL,
  after text,
  CONSTRAINT search_marks_pkey PRIMARY KEY (id)
);
CREATE INDEX search_marks_of_contracts ON search_marks (id) WHERE after IS NOT NULL;

CREATE TABLE search_repairs (
  id integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  kind text NOT NULL,
  after text NOT NULL,
  entries integer NOT NULL,
  CONSTRAINT search_repairs_pkey PRIMARY KEY (id)
);

CREATE TABLE security_alarms (
  kind text NOT NULL,
  hour timestamptz(3) NOT NULL,
  noticed_at timestamptz(3) NOT NULL,
  CONSTRAINT security_alarms_kind_hour_pk PRIMARY KEY (kind, hour)
);

CREATE TABLE security_events (
  id text NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  address text NOT NULL,
  hour timestamptz(3) NOT NULL,
  count bigint NOT NULL,
  detail text,
  last_at timestamptz(3) NOT NULL,
  CONSTRAINT security_events_pkey PRIMARY KEY (id),
  CONSTRAINT security_events_counted UNIQUE (hour, kind, subject, address)
);
CREATE INDEX security_events_by_address ON security_events (address, last_at, id);
CREATE INDEX security_events_by_kind ON security_events (kind, last_at, id);
CREATE INDEX security_events_by_subject ON security_events (subject, last_at, id);
CREATE INDEX security_events_by_time ON security_events (last_at, id);

CREATE TABLE sessions (
  id text NOT NULL,
  token_hash text NOT NULL,
  user_id text NOT NULL,
  signed_in_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  authenticated_at timestamptz(3) NOT NULL,
  is_new_device boolean NOT NULL,
  acknowledged_at timestamptz(3),
  ended_at timestamptz(3),
  factor_proved_at timestamptz(3),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_hash_unique UNIQUE (token_hash),
  CONSTRAINT sessions_signed_in_by CHECK (signed_in_by IN ('password', 'identity provider', 'passkey')),
  CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_by_end ON sessions (expires_at);
CREATE INDEX sessions_by_user ON sessions (user_id, id);
CREATE INDEX sessions_on_new_devices ON sessions (user_id, id) WHERE is_new_device AND (acknowledged_at IS NULL);

CREATE TABLE sign_in_attempts (
  key text NOT NULL,
  points integer NOT NULL,
  expire timestamptz(3),
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (key)
);

CREATE TABLE statement_totals (
  world_id integer NOT NULL,
  month text NOT NULL,
  until timestamptz(3) NOT NULL,
  renters jsonb NOT NULL,
  CONSTRAINT statement_totals_world_id_month_pk PRIMARY KEY (world_id, month)
);

CREATE TABLE statements (
  world_id integer NOT NULL,
  month text NOT NULL,
  closed_at timestamptz(3) NOT NULL,
  sha256 text NOT NULL,
  figures jsonb NOT NULL,
  CONSTRAINT statements_world_id_month_pk PRIMARY KEY (world_id, month),
  CONSTRAINT statements_month CHECK (month ~ '^[0-9]{4}-[0-9]{2}$'),
  CONSTRAINT statements_world_id_worlds_id_fk FOREIGN KEY (world_id) REFERENCES worlds(id)
);

CREATE TABLE stray_files (
  storage_key text NOT NULL,
  since timestamptz(3) NOT NULL,
  CONSTRAINT stray_files_pkey PRIMARY KEY (storage_key)
);
CREATE INDEX stray_files_since ON stray_files (since);

CREATE TABLE tariff_notices (
  tariff_id text NOT NULL,
  partner_id text NOT NULL,
  noticed_at timestamptz(3) NOT NULL,
  CONSTRAINT tariff_notices_tariff_id_partner_id_pk PRIMARY KEY (tariff_id, partner_id),
  CONSTRAINT tariff_notices_tariff_id_tariffs_id_fk FOREIGN KEY (tariff_id) REFERENCES tariffs(id)
);

CREATE TABLE tariff_proposals (
  id text NOT NULL,
  name text NOT NULL,
  version text NOT NULL,
  effective_from timestamptz(3) NOT NULL,
  rates jsonb NOT NULL,
  reason text NOT NULL,
  status text NOT NULL,
  proposed_by text NOT NULL,
  proposed_at timestamptz(3) NOT NULL,
  decided_by text,
  decided_at timestamptz(3),
  tariff_id text,
  withdraws text,
  CONSTRAINT tariff_proposals_pkey PRIMARY KEY (id),
  CONSTRAINT tariff_proposals_decided CHECK ((status = 'waiting') = (decided_at IS NULL)),
  CONSTRAINT tariff_proposals_published CHECK ((status = 'published') = (tariff_id IS NOT NULL)),
  CONSTRAINT tariff_proposals_status CHECK (status IN ('waiting', 'published', 'refused')),
  CONSTRAINT tariff_proposals_tariff_id_tariffs_id_fk FOREIGN KEY (tariff_id) REFERENCES tariffs(id),
  CONSTRAINT tariff_proposals_withdraws_tariffs_id_fk FOREIGN KEY (withdraws) REFERENCES tariffs(id)
);
CREATE INDEX tariff_proposals_by_time ON tariff_proposals (proposed_at, id);
CREATE UNIQUE INDEX tariff_proposals_waiting ON tariff_proposals (name, version) WHERE status = 'waiting';

CREATE TABLE webhook_drops (
  webhook_id text NOT NULL,
  since timestamptz(3) NOT NULL,
  dropped bigint NOT NULL,
  last_dropped_at timestamptz(3) NOT NULL,
  noticed_at timestamptz(3),
  CONSTRAINT webhook_drops_pkey PRIMARY KEY (webhook_id),
  CONSTRAINT webhook_drops_webhook_id_webhooks_id_fk FOREIGN KEY (webhook_id) REFERENCES webhooks(id)
);

CREATE TABLE webhook_health (
  webhook_id text NOT NULL,
  failing_since timestamptz(3),
  consecutive_failures integer NOT NULL,
  last_succeeded_at timestamptz(3),
  last_failed_at timestamptz(3),
  last_status_code smallint,
  last_error text,
  CONSTRAINT webhook_health_pkey PRIMARY KEY (webhook_id)
);

CREATE TABLE webhook_hours (
  webhook_id text NOT NULL,
  hour timestamptz(3) NOT NULL,
  duration_class smallint NOT NULL,
  attempts bigint NOT NULL,
  failures bigint NOT NULL,
  CONSTRAINT webhook_hours_webhook_id_hour_duration_class_pk PRIMARY KEY (webhook_id, hour, duration_class)
);

CREATE TABLE webhook_outages (
  id text NOT NULL,
  webhook_id text NOT NULL,
  began_at timestamptz(3) NOT NULL,
  noticed_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT webhook_outages_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_outages_webhook_id_webhooks_id_fk FOREIGN KEY (webhook_id) REFERENCES webhooks(id)
);
CREATE INDEX webhook_outages_by_webhook ON webhook_outages (webhook_id, began_at);
CREATE UNIQUE INDEX webhook_outages_open ON webhook_outages (webhook_id) WHERE ended_at IS NULL;

-- lz4 if the server was built with it, for texts by the kilobyte; the partitions of weeks take it over.
DO $$ BEGIN
  ALTER TABLE calls ALTER COLUMN request_body SET COMPRESSION lz4, ALTER COLUMN response_body SET COMPRESSION lz4;
  ALTER TABLE delivery_attempts ALTER COLUMN response_body SET COMPRESSION lz4;
  ALTER TABLE events ALTER COLUMN payload SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN NULL; END $$;
