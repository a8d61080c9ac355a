CREATE TABLE `askers` (
	`key` text PRIMARY KEY NOT NULL,
	`since_ms` integer NOT NULL,
	`asked` integer NOT NULL,
	`last_ask_key` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `askers_by_age` ON `askers` (`since_ms`);