DROP INDEX `cases_place`;--> statement-breakpoint
DROP INDEX `cases_sha256`;--> statement-breakpoint
CREATE INDEX `cases_of_place` ON `cases` (`place_key`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `cases_of_content` ON `cases` (`sha256`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `cases_of_content_by_state` ON `cases` (`sha256`,`state`);--> statement-breakpoint
CREATE INDEX `cases_of_channel` ON `cases` (`team`,`channel`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `cases_by_age` ON `cases` (`state`,`updated_at_ms`);--> statement-breakpoint
DROP INDEX `questions_case`;--> statement-breakpoint
DROP INDEX `questions_place`;--> statement-breakpoint
CREATE INDEX `questions_of_case` ON `questions` (`case_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `questions_of_place` ON `questions` (`place_key`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `inbox_by_age` ON `inbox` (`received_at_ms`);--> statement-breakpoint
CREATE INDEX `operator_notices_by_age` ON `operator_notices` (`told_at_ms`);--> statement-breakpoint
CREATE INDEX `places_by_age` ON `places` (`seen_at_ms`);--> statement-breakpoint
CREATE INDEX `places_by_label` ON `places` (`label`);--> statement-breakpoint
CREATE INDEX `service_keys_refused` ON `service_keys` (`refused_since_ms`);--> statement-breakpoint
CREATE INDEX `ties_by_age` ON `ties` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `rate_holds_by_age` ON `rate_holds` (`until_ms`);--> statement-breakpoint
CREATE INDEX `digest_schedules_by_age` ON `digest_schedules` (`set_at_ms`);--> statement-breakpoint
CREATE INDEX `jobs_by_age` ON `jobs` (`state`,`ended_at_ms`);