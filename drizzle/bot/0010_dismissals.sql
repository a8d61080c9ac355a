CREATE TABLE `dismissals` (
	`team` text NOT NULL,
	`channel` text NOT NULL,
	`subject` text NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`team`, `channel`, `subject`)
);
--> statement-breakpoint
CREATE INDEX `dismissals_by_age` ON `dismissals` (`at_ms`);