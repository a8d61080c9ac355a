CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`at_ms` integer NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`target` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_by_time` ON `audit_entries` (`at_ms`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_seen_at_ms` integer NOT NULL,
	`ended_at_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_of_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `teams` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `teams_name_unique` ON `teams` (`name`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text,
	`team_id` text,
	`role` text NOT NULL,
	`plan` text NOT NULL,
	`has_api_access` integer NOT NULL,
	`is_site_admin` integer NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`prefix` text NOT NULL,
	`last4` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`ended_by` text,
	`warned_days` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_one_active` ON `api_keys` (`user_id`) WHERE "api_keys"."ended_at_ms" IS NULL;--> statement-breakpoint
CREATE TABLE `file_states` (
	`file_id` text NOT NULL,
	`round` integer NOT NULL,
	`status` text NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`file_id`, `round`, `status`)
);
--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`file_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`status` text NOT NULL,
	`progress` real NOT NULL,
	`can_retry` integer,
	`error_code` text,
	`error_message` text,
	`round` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `files_of_owner` ON `files` (`owner_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `files_by_age` ON `files` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `deltas` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`file_ids` text NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deltas_of_owner` ON `deltas` (`owner_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE TABLE `searches` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`target_kind` text NOT NULL,
	`target_id` text NOT NULL,
	`mode` text NOT NULL,
	`query` text NOT NULL,
	`status` text NOT NULL,
	`report` text,
	`error_code` text,
	`error_message` text,
	`idempotency_key` text,
	`created_at_ms` integer NOT NULL,
	`started_at_ms` integer,
	`ended_at_ms` integer
);
--> statement-breakpoint
CREATE INDEX `searches_of_target` ON `searches` (`target_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `searches_idempotency` ON `searches` (`owner_id`,`idempotency_key`) WHERE "searches"."idempotency_key" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `webhook_attempts` (
	`delivery_id` text NOT NULL,
	`n` integer NOT NULL,
	`at_ms` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`http_status` integer,
	`error` text,
	PRIMARY KEY(`delivery_id`, `n`)
);
--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`endpoint_id` text NOT NULL,
	`event` text NOT NULL,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`series` integer NOT NULL,
	`next_attempt_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`ended_at_ms` integer
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_of_endpoint` ON `webhook_deliveries` (`endpoint_id`,`created_at_ms`,`id`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`url` text NOT NULL,
	`description` text NOT NULL,
	`events` text NOT NULL,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_secret_until_ms` integer,
	`is_internal` integer NOT NULL,
	`disabled_at_ms` integer,
	`disabled_reason` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_of_owner` ON `webhook_endpoints` (`owner_id`,`created_at_ms`);--> statement-breakpoint
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