CREATE TABLE `storage_used` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `delta_files` (
	`file_id` text NOT NULL,
	`delta_id` text NOT NULL,
	PRIMARY KEY(`file_id`, `delta_id`)
);
--> statement-breakpoint
CREATE INDEX `delta_files_of_delta` ON `delta_files` (`delta_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_age` ON `sessions` (`last_seen_at_ms`);--> statement-breakpoint
CREATE INDEX `api_keys_of_user` ON `api_keys` (`user_id`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `api_keys_expiring` ON `api_keys` (`ended_at_ms`,`expires_at_ms`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_age` ON `webhook_deliveries` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `jobs_by_age` ON `jobs` (`state`,`ended_at_ms`);--> statement-breakpoint
INSERT INTO `storage_used` SELECT `owner_id`, sum(`size_bytes`) FROM `files` GROUP BY `owner_id`;--> statement-breakpoint
CREATE TRIGGER `files_added` AFTER INSERT ON `files` BEGIN
	INSERT INTO `storage_used` VALUES (new.`owner_id`, new.`size_bytes`) ON CONFLICT DO UPDATE SET `bytes` = `bytes` + excluded.`bytes`;
END;--> statement-breakpoint
CREATE TRIGGER `files_removed` AFTER DELETE ON `files` BEGIN
	UPDATE `storage_used` SET `bytes` = `bytes` - old.`size_bytes` WHERE `owner_id` = old.`owner_id`;
END;--> statement-breakpoint
CREATE TRIGGER `files_resized` AFTER UPDATE OF `size_bytes` ON `files` BEGIN
	UPDATE `storage_used` SET `bytes` = `bytes` + new.`size_bytes` - old.`size_bytes` WHERE `owner_id` = new.`owner_id`;
END;--> statement-breakpoint
INSERT OR IGNORE INTO `delta_files` SELECT `value`, `deltas`.`id` FROM `deltas`, json_each(`deltas`.`file_ids`);--> statement-breakpoint
CREATE TRIGGER `deltas_added` AFTER INSERT ON `deltas` BEGIN
	INSERT OR IGNORE INTO `delta_files` SELECT `value`, new.`id` FROM json_each(new.`file_ids`);
END;--> statement-breakpoint
CREATE TRIGGER `deltas_removed` AFTER DELETE ON `deltas` BEGIN
	DELETE FROM `delta_files` WHERE `delta_id` = old.`id`;
END;
