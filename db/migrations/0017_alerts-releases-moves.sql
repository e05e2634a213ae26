CREATE TABLE "deployments" (
	"version" text NOT NULL,
	"commit" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deployments_version_commit_pk" PRIMARY KEY("version","commit")
);
