ALTER TABLE "users" DROP CONSTRAINT "users_role";--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_partner";--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK ("users"."role" in ('owner', 'developer', 'developer-member', 'member', 'administrator', 'support', 'handler'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_partner" CHECK (("users"."role" in ('owner', 'developer', 'developer-member', 'member')) = ("users"."partner_id" is not null));