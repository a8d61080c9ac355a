CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`dedup_key` text,
	`state` text NOT NULL,
	`run_at_ms` integer NOT NULL,
	`fence` integer NOT NULL,
	`attempt` integer NOT NULL,
	`holder` text,
	`suspected` integer DEFAULT 0 NOT NULL,
	`kills` integer DEFAULT 0 NOT NULL,
	`watched` integer DEFAULT false NOT NULL,
	`last_error` text,
	`enqueued_at_ms` integer NOT NULL,
	`ended_at_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_dedup_key_unique` ON `jobs` (`dedup_key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`state`,`kind`,`run_at_ms`);