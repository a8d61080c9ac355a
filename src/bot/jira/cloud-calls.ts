/** The calls the bot makes: named one by one, so that the Worker's bundle holds these and not the thousand others. */
export {
  addAttachment,
  addComment,
  deleteComment,
  findUsers,
  findUsersWithAllPermissions,
  findUsersWithBrowsePermission,
  getAttachment,
  getComments,
  getCommentsByIds,
  getCurrentUser,
  getIssue,
  getProject,
  removeAttachment,
  searchProjects,
} from 'jira.js/cloud';
