ALTER TABLE `questions` ADD `is_typed` integer DEFAULT true NOT NULL;--> statement-breakpoint
UPDATE `questions` SET `is_typed` = false WHERE `against` IS NOT NULL OR (`kind` = 'file' AND `place_key` LIKE 'ticket:%');
