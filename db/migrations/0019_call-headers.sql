ALTER TABLE "calls" ADD COLUMN "request_headers" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "response_headers" text;