import { adfText } from '../check-adf.ts';
import { statuses } from '../issue-fields.ts';
import type { JiraIssue, JiraUser, Site } from '../site.ts';
import { readTime } from './jql-times.ts';
import { type Clause, type Jql, type JqlNode, JqlProblem, type Operator, parseJql } from './parse-jql.ts';

interface Context {
  site: Site;
  caller: JiraUser;
}

/** The issues of a query in its order, whoever may see them. Throws a JqlProblem where Jira would refuse. */
export function searchIssues(site: Site, caller: JiraUser, text: string): JiraIssue[] {
  const { where, order } = parseJql(text);
  if (!where)
    throw new JqlProblem('Unbounded JQL queries are not allowed here. Please add a search restriction to your query.');
  const isMatch = compile(where, { site, caller }, false);
  return sort([...site.issues.values()].filter(isMatch), order);
}

/** A filter for one issue, as webhooks have it; undefined text: every issue. */
export function matchesJql(site: Site, caller: JiraUser, text: string | undefined, issue: JiraIssue): boolean {
  const where = text?.trim() ? parseJql(text).where : undefined;
  return where === undefined || compile(where, { site, caller }, false)(issue);
}

type Filter = (issue: JiraIssue) => boolean;

/** Negation is pushed to the clauses: in Jira `NOT x = y` too leaves out issues without an x. */
function compile(node: JqlNode, context: Context, isNegated: boolean): Filter {
  if (node.kind === 'not') return compile(node.part, context, !isNegated);
  if (node.kind === 'clause')
    return compileClause(isNegated ? { ...node, operator: opposites[node.operator] } : node, context);
  const parts = node.parts.map((part) => compile(part, context, isNegated));
  const isAll = (node.kind === 'and') !== isNegated;
  return (issue) => (isAll ? parts.every((part) => part(issue)) : parts.some((part) => part(issue)));
}

const opposites: Record<Operator, Operator> = {
  '=': '!=',
  '!=': '=',
  '~': '!~',
  '!~': '~',
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
};

/** What a field holds, each value in every form a query may name it by, lower case. */
type Read = (issue: JiraIssue) => string[][];

const user = (person: JiraUser | null): string[][] =>
  person ? [[person.accountId, person.displayName, person.emailAddress]] : [];
const names = (list: readonly string[]): string[][] => list.map((name) => [name]);
const statusOf = (issue: JiraIssue) => statuses.find(({ id }) => id === issue.status);
const categories = { new: 'To Do', indeterminate: 'In Progress', done: 'Done' } as const;

const valueFields: Record<string, Read> = {
  project: ({ project }) => [[project.key, project.id, project.name]],
  key: ({ id, key, formerKeys = [] }) => [[key, id, ...formerKeys]],
  status: (issue) => [[statusOf(issue)?.name ?? '', issue.status]],
  statuscategory: (issue) => {
    const category = statusOf(issue)?.category ?? 'new';
    return [[category, categories[category]]];
  },
  issuetype: ({ issueType }) => [[issueType]],
  priority: ({ priority }) => [[priority]],
  resolution: ({ resolvedMs }) => (resolvedMs === null ? [] : [['Done']]),
  labels: ({ labels }) => names(labels),
  fixversion: ({ fixVersions }) => names(fixVersions),
  affectedversion: ({ versions }) => names(versions),
  component: ({ components }) => names(components),
  assignee: (issue) => user(issue.assignee),
  reporter: (issue) => user(issue.reporter),
  creator: (issue) => user(issue.reporter),
  attachments: ({ attachments }) => names(attachments.map(({ filename }) => filename)),
};
const textFields: Record<string, (issue: JiraIssue) => string> = {
  summary: ({ summary }) => summary,
  description: ({ description }) => adfText(description),
  comment: ({ comments }) => comments.map(({ body }) => adfText(body)).join('\n'),
  text: (issue) =>
    [issue.summary, adfText(issue.description), ...issue.comments.map(({ body }) => adfText(body))].join('\n'),
};
const timeFields: Record<string, (issue: JiraIssue) => number | null> = {
  created: ({ createdMs }) => createdMs,
  updated: ({ updatedMs }) => updatedMs,
  resolved: ({ resolvedMs }) => resolvedMs,
};
const aliases: Record<string, string> = {
  issuekey: 'key',
  issue: 'key',
  id: 'key',
  type: 'issuetype',
  label: 'labels',
  createddate: 'created',
  updateddate: 'updated',
  resolutiondate: 'resolved',
};
const anyOrder: readonly Operator[] = ['=', '!=', 'in', 'not in', 'is', 'is not'];

function compileClause({ field: written, operator: given, values }: Clause, context: Context): Filter {
  const operator = isEmptyWord(values) ? (emptiness[given] ?? given) : given;
  const field = aliases[written] ?? written;
  const isOf = <T>(fields: Record<string, T>): T | undefined =>
    Object.hasOwn(fields, field) ? fields[field] : undefined;
  const time = isOf(timeFields);
  if (time) return compileTime(time, operator, values, context);
  const text = isOf(textFields);
  if (text) return compileText(text, written, operator, values);
  const read = isOf(valueFields) ?? readCustom(written, context);
  if (!read) throw new JqlProblem(`Field '${written}' does not exist or you do not have permission to view it.`);
  if (!anyOrder.includes(operator)) throw wrongOperator(operator, written);
  if (operator === 'is' || operator === 'is not') {
    requireEmpty(values);
    return (issue) => (read(issue).length === 0) === (operator === 'is');
  }
  const wanted = values.map((value) => readValue(value, context));
  if (field === 'project') requireProjects(wanted, context);
  const isNegative = operator === '!=' || operator === 'not in';
  return (issue) => {
    const held = read(issue);
    const hasOne = held.some((forms) => forms.some((form) => wanted.includes(form.toLowerCase())));
    return isNegative ? held.length > 0 && !hasOne : hasOne;
  };
}

function compileTime(
  read: (issue: JiraIssue) => number | null,
  operator: Operator,
  values: readonly string[],
  { site, caller }: Context,
): Filter {
  if (operator === 'is' || operator === 'is not') {
    requireEmpty(values);
    return (issue) => (read(issue) === null) === (operator === 'is');
  }
  const value = values[0] ?? '';
  const limit = readTime(value, site.clock.now(), caller.timeZone);
  if (limit === undefined) {
    throw new JqlProblem(
      `Date value '${value}' is invalid. Valid formats include: 'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', '-5d', '4w 2d'.`,
    );
  }
  const compare = comparisons[operator];
  if (!compare) throw wrongOperator(operator, 'a date');
  return (issue) => {
    const at = read(issue);
    return at !== null && compare(at, limit);
  };
}

const comparisons: Partial<Record<Operator, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
};

/** Text is found by words; in quotes within quotes, by the phrase. */
function compileText(
  read: (issue: JiraIssue) => string,
  field: string,
  operator: Operator,
  values: readonly string[],
): Filter {
  if (operator === 'is' || operator === 'is not') {
    requireEmpty(values);
    return (issue) => (read(issue).trim() === '') === (operator === 'is');
  }
  if (operator !== '~' && operator !== '!~') throw wrongOperator(operator, field);
  const value = (values[0] ?? '').toLowerCase();
  const phrase = /^"(.*)"$/.exec(value)?.[1];
  const words = phrase === undefined ? wordsOf(value) : [];
  return (issue) => {
    const text = read(issue).toLowerCase();
    const held = new Set(wordsOf(text));
    const isFound = phrase === undefined ? words.every((word) => hasWord(held, word)) : text.includes(phrase);
    return isFound === (operator === '~');
  };
}

function hasWord(held: ReadonlySet<string>, word: string): boolean {
  return word.endsWith('*') ? [...held].some((other) => other.startsWith(word.slice(0, -1))) : held.has(word);
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+\*?/gu) ?? [];
}

/** A field an administrator added, or a value inside a property: `issue.property[key].path`. */
function readCustom(written: string, { site }: Context): Read | undefined {
  const property = /^issue\.property\[([^\]]+)\](?:\.(.+))?$/.exec(written);
  if (property) {
    const path = property[2]?.split('.') ?? [];
    return ({ properties }) => {
      let value = properties.find(({ key }) => key.toLowerCase() === property[1])?.value;
      for (const step of path) value = entryOf(value, step);
      return value === undefined || value === null ? [] : [[String(value)]];
    };
  }
  const custom = [...site.customFields].find(
    ([id, name]) =>
      id === written || name.toLowerCase() === written || `cf[${id.slice('customfield_'.length)}]` === written,
  );
  return custom && ((issue) => [issue.custom[custom[0]] ?? []].flat().map((value) => [formOf(value)]));
}

function entryOf(value: unknown, step: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name.toLowerCase() === step)?.[1];
}

function formOf(value: unknown): string {
  return String(
    typeof value === 'object' && value !== null ? (entryOf(value, 'value') ?? entryOf(value, 'name')) : value,
  );
}

function readValue(value: string, { caller }: Context): string {
  return value.toLowerCase() === 'currentuser()' ? caller.accountId.toLowerCase() : value.toLowerCase();
}

function requireProjects(wanted: readonly string[], { site }: Context): void {
  const known = [...site.projects.values()].flatMap(({ id, key, name }) => [id, key.toLowerCase(), name.toLowerCase()]);
  const missing = wanted.find((value) => !known.includes(value));
  if (missing === undefined) return;
  throw new JqlProblem(`The value '${missing.toUpperCase()}' does not exist for the field 'project'.`);
}

/** `= EMPTY` says the same as `IS EMPTY`. */
const emptiness: Partial<Record<Operator, Operator>> = { '=': 'is', '!=': 'is not' };

function isEmptyWord([value = '']: readonly string[]): boolean {
  return ['empty', 'null'].includes(value.toLowerCase());
}

function requireEmpty(values: readonly string[]): void {
  if (!isEmptyWord(values))
    throw new JqlProblem("The operators 'is' and 'is not' can only be used with 'EMPTY' or 'NULL'.");
}

function wrongOperator(operator: Operator, field: string): JqlProblem {
  return new JqlProblem(`The operator '${operator}' is not supported by the '${field}' field.`);
}

function sort(issues: JiraIssue[], order: Jql['order']): JiraIssue[] {
  const keys = order.map(({ field: written, isDescending }) => {
    const field = aliases[written] ?? written;
    const read = timeFields[field] ?? sortText(field);
    if (!read) throw new JqlProblem(`Not able to sort using field '${written}'.`);
    return { read, sign: isDescending ? -1 : 1 };
  });
  // Jira's own order, where none is asked for: newest first.
  return issues.reverse().sort((a, b) => {
    for (const { read, sign } of keys) {
      const [left, right] = [read(a) ?? '', read(b) ?? ''];
      if (left !== right) return left < right ? -sign : sign;
    }
    return 0;
  });
}

function sortText(field: string): ((issue: JiraIssue) => string | number) | undefined {
  if (field === 'key') return ({ key }) => key.replace(/(?<!\d)\d+$/, (number) => number.padStart(10, '0'));
  if (field === 'summary') return ({ summary }) => summary.toLowerCase();
  const read = Object.hasOwn(valueFields, field) ? valueFields[field] : undefined;
  return read && ((issue) => read(issue)[0]?.[0]?.toLowerCase() ?? '');
}
