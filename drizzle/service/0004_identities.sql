CREATE TABLE `identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text,
	`team` text,
	`seen_at_ms` integer NOT NULL,
	PRIMARY KEY(`issuer`, `subject`)
);
--> statement-breakpoint
CREATE INDEX `identities_of_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `opened_cases` (
	`user_id` text NOT NULL,
	`question_id` text NOT NULL,
	`token` text NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `question_id`)
);
--> statement-breakpoint
CREATE INDEX `opened_cases_by_age` ON `opened_cases` (`at_ms`);