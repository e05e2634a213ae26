CREATE INDEX "audit_entries_about_partner" ON "audit_entries" USING btree (("details" ->> 'partnerId'),"id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_partner" ON "audit_entries" USING btree (("actor" ->> 'partnerId'),"at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_partner_by_action" ON "audit_entries" USING btree (("actor" ->> 'partnerId'),"action","at","id");