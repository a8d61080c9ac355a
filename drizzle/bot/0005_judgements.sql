CREATE TABLE `judgements` (
	`question_id` text NOT NULL,
	`judge` text NOT NULL,
	`word` text NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`question_id`, `judge`)
);
--> statement-breakpoint
CREATE INDEX `judgements_by_age` ON `judgements` (`at_ms`);