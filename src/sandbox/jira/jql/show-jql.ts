import type { Jql, JqlNode } from './parse-jql.ts';

/** A query as Jira tells how it read it. */
export function showJql({ where, order }: Jql): Record<string, unknown> {
  const fields = order.map(({ field, isDescending }) => ({
    field: { name: field },
    direction: isDescending ? 'desc' : 'asc',
  }));
  return { ...(where ? { where: showNode(where) } : {}), ...(fields.length > 0 ? { orderBy: { fields } } : {}) };
}

function showNode(node: JqlNode): Record<string, unknown> {
  if (node.kind === 'not') return { operator: 'not', clauses: [showNode(node.part)] };
  if (node.kind !== 'clause') return { operator: node.kind, clauses: node.parts.map(showNode) };
  const { field, operator, values } = node;
  const isList = operator === 'in' || operator === 'not in';
  const [first = ''] = values;
  // The document names the operator that way.
  const shown = operator === '!~' ? '~=' : operator;
  return {
    field: { name: field },
    operator: shown,
    operand: isList ? { values: values.map(showOperand) } : showOperand(first),
  };
}

function showOperand(value: string): Record<string, unknown> {
  if (/^(?:empty|null)$/i.test(value)) return { keyword: 'empty' };
  const [, name, inner = ''] = /^(\w{1,60})\(([^()]*)\)$/.exec(value) ?? [];
  if (name === undefined) return { value };
  const given = inner.split(',').map((argument) => argument.trim());
  return { function: name, arguments: given.filter((argument) => argument !== '') };
}
