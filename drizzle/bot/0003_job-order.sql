DROP INDEX `jobs_due`;--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`state`,`suspected`,`kind`,`run_at_ms`);