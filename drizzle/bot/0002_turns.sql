ALTER TABLE `jobs` ADD `fair_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_turns` ON `jobs` (`kind`,`fair_key`,`run_at_ms`) WHERE state = 'waiting' and suspected = 0;