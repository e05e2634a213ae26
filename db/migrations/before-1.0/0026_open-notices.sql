DROP INDEX "automatic_renewals_notice_due";--> statement-breakpoint
DROP INDEX "automatic_renewals_notice_due_of_world";--> statement-breakpoint
CREATE INDEX "automatic_renewals_notice_due" ON "automatic_renewals" USING btree ("notification_scheduled_for") WHERE use_notification and notified_at is null and state = 'scheduled';--> statement-breakpoint
CREATE INDEX "automatic_renewals_notice_due_of_world" ON "automatic_renewals" USING btree ("world_id","notification_scheduled_for") WHERE use_notification and notified_at is null and state = 'scheduled';