CREATE TABLE `digest_schedules` (
	`team` text NOT NULL,
	`channel` text NOT NULL,
	`pattern` text,
	`zone` text NOT NULL,
	`revision` text NOT NULL,
	`set_by` text NOT NULL,
	`set_at_ms` integer NOT NULL,
	`covered_until_ms` integer NOT NULL,
	PRIMARY KEY(`team`, `channel`)
);
