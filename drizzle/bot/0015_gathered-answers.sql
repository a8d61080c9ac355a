ALTER TABLE `questions` ADD `batch` text;--> statement-breakpoint
CREATE INDEX `questions_of_batch` ON `questions` (`batch`);--> statement-breakpoint
ALTER TABLE `deliveries` ADD `told_in` text;--> statement-breakpoint
CREATE INDEX `deliveries_told_in` ON `deliveries` (`told_in`);