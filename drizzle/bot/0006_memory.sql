CREATE TABLE `capture_requests` (
	`place_key` text PRIMARY KEY NOT NULL,
	`asked_at_ms` integer NOT NULL,
	`came_at_ms` integer
);
--> statement-breakpoint
CREATE INDEX `capture_requests_by_age` ON `capture_requests` (`asked_at_ms`);--> statement-breakpoint
CREATE TABLE `grants` (
	`name` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`updated_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sightings` (
	`signature_key` text NOT NULL,
	`case_id` text NOT NULL,
	`place_key` text NOT NULL,
	`is_wrong` integer DEFAULT false NOT NULL,
	`seen_at_ms` integer NOT NULL,
	PRIMARY KEY(`case_id`, `signature_key`)
);
--> statement-breakpoint
CREATE INDEX `sightings_of_signature` ON `sightings` (`signature_key`,`seen_at_ms`);--> statement-breakpoint
CREATE INDEX `sightings_of_place` ON `sightings` (`place_key`,`seen_at_ms`);--> statement-breakpoint
CREATE INDEX `sightings_by_age` ON `sightings` (`seen_at_ms`);--> statement-breakpoint
CREATE TABLE `signatures` (
	`key` text PRIMARY KEY NOT NULL,
	`words` text NOT NULL,
	`cause` text NOT NULL,
	`same_as` text,
	`fixed_in` text,
	`fixed_at_ms` integer,
	`first_seen_ms` integer NOT NULL,
	`last_seen_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `signatures_same_as` ON `signatures` (`same_as`);--> statement-breakpoint
CREATE INDEX `signatures_by_age` ON `signatures` (`last_seen_ms`);--> statement-breakpoint
CREATE TABLE `sweep_marks` (
	`name` text PRIMARY KEY NOT NULL,
	`covered_until_ms` integer NOT NULL
);
