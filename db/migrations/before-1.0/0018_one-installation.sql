DROP TABLE "deployments";--> statement-breakpoint
-- A partner is no longer moved between installations. The guards of a move that was begun are functions, each with its trigger.
DO $$
DECLARE guard record;
BEGIN
  FOR guard IN SELECT oid::regprocedure AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname ~ '^move_[0-9a-z]{12}_' LOOP
    EXECUTE format('DROP FUNCTION %s CASCADE', guard.name);
  END LOOP;
END $$;--> statement-breakpoint
UPDATE "delivery_queue" SET "leased_by" = null, "leased_until" = null WHERE "leased_by" = 'partner move';--> statement-breakpoint
-- Suspended, since such a partner may work in another installation; support activates it.
UPDATE "partners" SET "status" = 'suspended' WHERE "status" in ('moving', 'moved');--> statement-breakpoint
ALTER TABLE "partners" DROP CONSTRAINT "partners_status";--> statement-breakpoint
DROP INDEX "partners_moving";--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_status" CHECK ("partners"."status" in ('active', 'suspended'));
