CREATE TABLE `cases` (
	`id` text PRIMARY KEY NOT NULL,
	`source_key` text NOT NULL,
	`place_key` text NOT NULL,
	`vendor` text NOT NULL,
	`team` text,
	`channel` text,
	`message_ts` text,
	`file_id` text NOT NULL,
	`name` text NOT NULL,
	`size_bytes` integer,
	`sha256` text,
	`state` text NOT NULL,
	`detail` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cases_source_key_unique` ON `cases` (`source_key`);--> statement-breakpoint
CREATE INDEX `cases_place` ON `cases` (`place_key`);--> statement-breakpoint
CREATE INDEX `cases_sha256` ON `cases` (`sha256`);--> statement-breakpoint
CREATE INDEX `cases_message` ON `cases` (`team`,`channel`,`message_ts`);--> statement-breakpoint
CREATE INDEX `cases_file` ON `cases` (`vendor`,`file_id`);--> statement-breakpoint
CREATE TABLE `files` (
	`sha256` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`state` text NOT NULL,
	`generation` integer NOT NULL,
	`service` text NOT NULL,
	`service_id` text,
	`file_type` text,
	`record` text,
	`failure` text,
	`analysis_since_ms` integer,
	`created_at_ms` integer NOT NULL,
	`used_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `files_service_id` ON `files` (`service_id`);--> statement-breakpoint
CREATE TABLE `inbox` (
	`key` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`payload` text NOT NULL,
	`received_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `parked_jobs` (
	`dedup_key` text PRIMARY KEY NOT NULL,
	`parked_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `places` (
	`key` text PRIMARY KEY NOT NULL,
	`place` text NOT NULL,
	`label` text NOT NULL,
	`url` text,
	`is_open` integer NOT NULL,
	`seen_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `questions` (
	`id` text PRIMARY KEY NOT NULL,
	`ask_key` text NOT NULL,
	`case_id` text NOT NULL,
	`place_key` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`state` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`search_id` text,
	`status_url` text,
	`posts` integer NOT NULL,
	`posted_at_ms` integer,
	`answer` text,
	`named` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `questions_ask_key_unique` ON `questions` (`ask_key`);--> statement-breakpoint
CREATE INDEX `questions_case` ON `questions` (`case_id`);--> statement-breakpoint
CREATE INDEX `questions_place` ON `questions` (`place_key`);--> statement-breakpoint
CREATE INDEX `questions_search` ON `questions` (`search_id`);--> statement-breakpoint
CREATE TABLE `service_keys` (
	`fingerprint` text PRIMARY KEY NOT NULL,
	`first_seen_ms` integer NOT NULL,
	`refused_with` integer,
	`refused_since_ms` integer,
	`warned_at_days` integer
);
--> statement-breakpoint
CREATE TABLE `ties` (
	`thread_key` text NOT NULL,
	`issue_key` text NOT NULL,
	`ticket_key` text,
	`state` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`thread_key`, `issue_key`)
);
--> statement-breakpoint
CREATE INDEX `ties_ticket` ON `ties` (`ticket_key`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`destination` text NOT NULL,
	`key` text NOT NULL,
	`place` text NOT NULL,
	`message` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`planned_at_ms` integer NOT NULL,
	`ended_at_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_key` ON `deliveries` (`destination`,`key`);--> statement-breakpoint
CREATE INDEX `deliveries_state` ON `deliveries` (`state`,`planned_at_ms`);--> statement-breakpoint
CREATE TABLE `delivery_parts` (
	`delivery_id` text NOT NULL,
	`number` integer NOT NULL,
	`content` text NOT NULL,
	`otherwise` text,
	`state` text NOT NULL,
	`attempt` integer NOT NULL,
	`attempted_at_ms` integer,
	`is_doubtful` integer NOT NULL,
	`ref` text,
	`posted_at_ms` integer,
	`message_key` text,
	PRIMARY KEY(`delivery_id`, `number`)
);
--> statement-breakpoint
CREATE INDEX `delivery_parts_message` ON `delivery_parts` (`message_key`);--> statement-breakpoint
CREATE TABLE `progress_markers` (
	`id` text PRIMARY KEY NOT NULL,
	`destination` text NOT NULL,
	`key` text NOT NULL,
	`place` text NOT NULL,
	`outcome` text,
	`state` text NOT NULL,
	`planned_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `progress_markers_key` ON `progress_markers` (`destination`,`key`);--> statement-breakpoint
CREATE INDEX `progress_markers_state` ON `progress_markers` (`state`,`planned_at_ms`);--> statement-breakpoint
CREATE TABLE `rate_holds` (
	`key` text PRIMARY KEY NOT NULL,
	`until_ms` integer NOT NULL
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`dedup_key` text,
	`state` text NOT NULL,
	`run_at_ms` integer NOT NULL,
	`fence` integer NOT NULL,
	`attempt` integer NOT NULL,
	`holder` text,
	`suspected` integer DEFAULT 0 NOT NULL,
	`kills` integer DEFAULT 0 NOT NULL,
	`watched` integer DEFAULT false NOT NULL,
	`last_error` text,
	`enqueued_at_ms` integer NOT NULL,
	`ended_at_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_dedup_key_unique` ON `jobs` (`dedup_key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`state`,`suspected`,`kind`,`run_at_ms`);