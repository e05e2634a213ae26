ALTER TABLE "contracts" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "renewal_day" smallint;--> statement-breakpoint
ALTER TABLE "renters" ADD COLUMN "time_zone" text DEFAULT 'Europe/Paris' NOT NULL;--> statement-breakpoint
-- As lib/renters/rules/time-zone.ts decides for a renter that is registered.
UPDATE "renters" SET "time_zone" = z.zone FROM (VALUES
  ('BE', '', 'Europe/Brussels'), ('IT', '', 'Europe/Rome'), ('RE', '', 'Indian/Reunion'),
  ('FR', '971', 'America/Guadeloupe'), ('FR', '972', 'America/Martinique'), ('FR', '973', 'America/Cayenne'), ('FR', '974', 'Indian/Reunion'),
  ('FR', '975', 'America/Miquelon'), ('FR', '976', 'Indian/Mayotte'), ('FR', '977', 'America/St_Barthelemy'), ('FR', '978', 'America/Marigot'),
  ('FR', '984', 'Indian/Kerguelen'), ('FR', '986', 'Pacific/Wallis'), ('FR', '987', 'Pacific/Tahiti'), ('FR', '988', 'Pacific/Noumea')
) AS z (country, prefix, zone)
WHERE company ->> 'country' = z.country AND regexp_replace(company ->> 'zipcode', '\D', '', 'g') LIKE z.prefix || '%';
