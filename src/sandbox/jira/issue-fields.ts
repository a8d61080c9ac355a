import { adfText, checkAdf, textLimit } from './check-adf.ts';
import type { JiraIssue, JiraStatus, Site } from './site.ts';
import type { ApiVersion } from './versions.ts';

/** Why a value cannot be set; told under the field's name. */
export class FieldProblem extends Error {}

export interface Change extends ChangedValue {
  field: string;
  fieldtype: 'jira' | 'custom';
  fieldId: string;
}

/** `toString` is Jira's own name, and hides what every object has. */
export interface ChangedValue {
  from: string | null;
  fromString: string | null;
  to: string | null;
  toString: string | null;
}

const operations = ['set', 'add', 'remove'] as const;
type Operation = (typeof operations)[number];

export function isOperation(verb: string): verb is Operation {
  return operations.some((operation) => operation === verb);
}

interface EditableField {
  name: string;
  /** As a changelog tells of it. */
  show(issue: JiraIssue): { id: string | null; text: string | null };
  set(issue: JiraIssue, value: unknown, context: { site: Site; version: ApiVersion; operation: Operation }): void;
}

export const statuses: readonly JiraStatus[] = [
  { id: '1', name: 'Open', category: 'new' },
  { id: '3', name: 'In Progress', category: 'indeterminate' },
  { id: '10001', name: 'Done', category: 'done' },
];
/** Every status may follow every other. */
export const transitions = [
  { id: '11', name: 'Reopen', to: '1' },
  { id: '21', name: 'Start progress', to: '3' },
  { id: '31', name: 'Done', to: '10001' },
] as const;
export const issueTypes = [
  { id: '10000', name: 'Epic', subtask: false },
  { id: '1', name: 'Bug', subtask: false },
  { id: '3', name: 'Task', subtask: false },
  { id: '5', name: 'Sub-task', subtask: true },
] as const;
export const priorities = ['Highest', 'High', 'Medium', 'Low', 'Lowest'].map((name, index) => ({
  id: String(index + 1),
  name,
}));
export const linkTypes = [
  { id: '10000', name: 'Blocks', inward: 'is blocked by', outward: 'blocks' },
  { id: '10002', name: 'Duplicate', inward: 'is duplicated by', outward: 'duplicates' },
  { id: '10003', name: 'Relates', inward: 'relates to', outward: 'relates to' },
] as const;

const summary: EditableField = {
  name: 'Summary',
  show: (issue) => ({ id: null, text: issue.summary }),
  set(issue, value) {
    if (typeof value !== 'string' || value.trim() === '')
      throw new FieldProblem('You must specify a summary of the issue.');
    if (value.length > 255) throw new FieldProblem('Summary must be less than 255 characters.');
    if (/[\r\n]/.test(value)) throw new FieldProblem('The summary is invalid because it contains newline characters.');
    issue.summary = value;
  },
};

const description: EditableField = {
  name: 'Description',
  show: (issue) => ({ id: null, text: adfText(issue.description) || null }),
  set(issue, value, { version }) {
    if (value === null) issue.description = '';
    else if (version === '3') issue.description = requireDocument(value);
    else if (typeof value !== 'string') throw new FieldProblem('Operation value must be a string');
    else if (value.length > textLimit) throw new FieldProblem('The entered text is too long.');
    else issue.description = value;
  },
};

function requireDocument(value: unknown): unknown {
  const problem = typeof value === 'string' ? 'not a document' : checkAdf(value);
  if (problem)
    throw new FieldProblem('Operation value must be an Atlassian Document (see the Atlassian Document Format)');
  return value;
}

const labels: EditableField = {
  name: 'labels',
  show: (issue) => ({ id: '', text: issue.labels.join(' ') }),
  set(issue, value, { operation }) {
    const given = operation === 'set' ? value : [value];
    if (!Array.isArray(given)) throw new FieldProblem('data was not an array');
    for (const label of given) {
      if (typeof label !== 'string' || label === '') throw new FieldProblem('data was not a string');
      if (/\s/.test(label)) throw new FieldProblem(`The label '${label}' contains spaces which is invalid.`);
      if (label.length > 255)
        throw new FieldProblem(`The label '${label}' exceeds the maximum length of 255 characters.`);
    }
    issue.labels = changeList(issue.labels, given as string[], operation);
  },
};

const assignee: EditableField = {
  name: 'assignee',
  show: ({ assignee: user }) => ({ id: user?.accountId ?? null, text: user?.displayName ?? null }),
  set(issue, value, { site }) {
    const given = value as { accountId?: unknown; name?: unknown } | null;
    const id = given?.accountId ?? given?.name ?? null;
    const user = id === null ? null : site.users.get(String(id));
    if (user === undefined) throw new FieldProblem(`User '${String(id)}' cannot be assigned issues.`);
    issue.assignee = user;
  },
};

const reporter: EditableField = {
  name: 'reporter',
  show: ({ reporter: user }) => ({ id: user?.accountId ?? null, text: user?.displayName ?? null }),
  set(issue, value, { site }) {
    const given = value as { accountId?: unknown; id?: unknown; name?: unknown } | null;
    const user = site.users.get(String(given?.accountId ?? given?.id ?? given?.name));
    if (!user) throw new FieldProblem('The reporter specified is not a user.');
    issue.reporter = user;
  },
};

const priority = namedField(
  'priority',
  priorities,
  (issue) => issue.priority,
  (issue, name) => {
    issue.priority = name;
  },
);
const issuetype = namedField(
  'issuetype',
  issueTypes,
  (issue) => issue.issueType,
  (issue, name) => {
    issue.issueType = name;
  },
);

function namedField(
  fieldName: string,
  known: readonly { id: string; name: string }[],
  read: (issue: JiraIssue) => string,
  write: (issue: JiraIssue, name: string) => void,
): EditableField {
  return {
    name: fieldName,
    show: (issue) => ({ id: known.find(({ name }) => name === read(issue))?.id ?? null, text: read(issue) }),
    set(issue, value) {
      const given = value as { id?: unknown; name?: unknown } | null;
      const found = known.find(({ id, name }) =>
        given?.id === undefined ? name === given?.name : id === String(given.id),
      );
      if (!found)
        throw new FieldProblem(
          fieldName === 'issuetype' ? 'Specify a valid issue type' : `Specify a valid '${fieldName}'`,
        );
      write(issue, found.name);
    },
  };
}

/** Versions and components: only those the project has. */
function listField(key: 'versions' | 'fixVersions' | 'components', name: string): EditableField {
  return {
    name,
    show: (issue) => ({ id: null, text: issue[key].join(', ') || null }),
    set(issue, value, { operation }) {
      const given = operation === 'set' ? value : [value];
      if (!Array.isArray(given)) throw new FieldProblem('data was not an array');
      const known = key === 'components' ? issue.project.components : issue.project.versions;
      const names = given.map((item: { name?: unknown; id?: unknown } | null) => {
        const found = (known ?? []).find((candidate) => candidate === (item?.name ?? item?.id));
        if (found === undefined) throw new FieldProblem(`${name} name '${String(item?.name)}' is not valid`);
        return found;
      });
      issue[key] = changeList(issue[key], names, operation);
    },
  };
}

const editable: Record<string, EditableField> = {
  summary,
  description,
  labels,
  assignee,
  reporter,
  priority,
  issuetype,
  versions: listField('versions', 'Version'),
  fixVersions: listField('fixVersions', 'Version'),
  components: listField('components', 'Component'),
};

/** Also fields a site's administrator added. */
export function findField(site: Site, id: string): EditableField | undefined {
  const custom = site.customFields.get(id);
  if (custom === undefined) return Object.hasOwn(editable, id) ? editable[id] : undefined;
  const text = (value: unknown) =>
    value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);
  return {
    name: custom,
    show: (issue) => ({ id: null, text: text(issue.custom[id]) }),
    set(issue, value) {
      issue.custom[id] = value;
    },
  };
}

/** What one may send in `fields`, beside the project of a new issue. */
export const editableNames = Object.keys(editable);
const listNames = ['labels', 'versions', 'fixVersions', 'components'];

/** Every field that can be set, as a form needs to know it. */
export function describeFields(site: Site) {
  return [...editableNames, ...site.customFields.keys()].map((key) => {
    const isList = listNames.includes(key);
    return {
      key,
      name: site.customFields.get(key) ?? key,
      operations: isList ? ['add', 'set', 'remove'] : ['set'],
      schema: { type: isList ? 'array' : 'string', system: key },
    };
  });
}

function changeList(before: readonly string[], given: readonly string[], operation: Operation): string[] {
  if (operation === 'set') return [...new Set(given)];
  const rest = before.filter((item) => !given.includes(item));
  return operation === 'remove' ? rest : [...new Set([...before, ...given])];
}
