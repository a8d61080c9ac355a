CREATE TABLE `operator_notices` (
	`key` text PRIMARY KEY NOT NULL,
	`told_at_ms` integer NOT NULL
);
