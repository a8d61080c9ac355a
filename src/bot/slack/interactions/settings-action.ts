/** Opens the settings of the channel that is its value. */
export const settingsAction = 'settings:open';
/** Where its value is a project instead. */
export const projectPrefix = 'project:';
