CREATE TABLE `policies` (
	`scope` text PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`set_by` text NOT NULL,
	`set_at_ms` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `cases` ADD `author` text;--> statement-breakpoint
CREATE INDEX `cases_of_author` ON `cases` (`team`,`author`,`created_at_ms`);--> statement-breakpoint
ALTER TABLE `questions` ADD `against` text;--> statement-breakpoint
ALTER TABLE `questions` ADD `delta_id` text;