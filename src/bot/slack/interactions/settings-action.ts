/** Opens the settings of the channel that is its value. */
export const settingsAction = 'settings:open';
