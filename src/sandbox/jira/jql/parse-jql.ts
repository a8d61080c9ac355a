/** A query that Jira would refuse, with the words it uses. */
export class JqlProblem extends Error {}

export type Operator = '=' | '!=' | '~' | '!~' | '>' | '>=' | '<' | '<=' | 'in' | 'not in' | 'is' | 'is not';

export interface Clause {
  kind: 'clause';
  field: string;
  operator: Operator;
  /** Words as written; functions with their arguments: `startOfDay(-1d)`. */
  values: string[];
}

export type JqlNode = Clause | { kind: 'and' | 'or'; parts: JqlNode[] } | { kind: 'not'; part: JqlNode };

export interface Jql {
  /** Undefined: nothing restricts the query. */
  where: JqlNode | undefined;
  order: { field: string; isDescending: boolean }[];
}

interface Token {
  text: string;
  isQuoted: boolean;
}

const tokenPattern =
  /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(!=|!~|>=|<=|&&|\|\||[=~<>(),!])|([^\s"'=~<>(),!&|]+))/y;
const mostDepth = 50;

/** Reads JQL as Jira does: AND binds closer than OR, names and words in any case. */
export function parseJql(text: string): Jql {
  const tokens = tokenize(text);
  let at = 0;
  const peek = (): Token | undefined => tokens[at];
  const isWord = (word: string, offset = 0) => {
    const token = tokens[at + offset];
    return token !== undefined && !token.isQuoted && token.text.toLowerCase() === word;
  };
  const take = (): Token => {
    const token = tokens[at];
    if (!token) throw new JqlProblem('Error in the JQL Query: Expecting more at the end of the query.');
    at += 1;
    return token;
  };
  const expect = (symbol: string) => {
    const token = take();
    if (token.isQuoted || token.text !== symbol) throw unexpected(token, `'${symbol}'`);
  };

  const where = tokens.length === 0 || isWord('order') ? undefined : parseOr(0);
  const order: Jql['order'] = [];
  if (isWord('order') && isWord('by', 1)) {
    at += 2;
    do {
      const field = take().text;
      const isDescending = isWord('desc');
      if (isDescending || isWord('asc')) at += 1;
      order.push({ field: field.toLowerCase(), isDescending });
    } while (isWord(',') && take());
  }
  const rest = peek();
  if (rest) throw unexpected(rest, "'AND', 'OR' or the end of the query");
  return { where, order };

  function parseOr(depth: number): JqlNode {
    const parts = [parseAnd(depth)];
    while (isWord('or') || isWord('||')) {
      at += 1;
      parts.push(parseAnd(depth));
    }
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'or', parts };
  }

  function parseAnd(depth: number): JqlNode {
    const parts = [parseNot(depth)];
    while (isWord('and') || isWord('&&')) {
      at += 1;
      parts.push(parseNot(depth));
    }
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'and', parts };
  }

  function parseNot(depth: number): JqlNode {
    if (depth > mostDepth) throw new JqlProblem('Error in the JQL Query: It is nested too deeply.');
    if (isWord('not') || isWord('!')) {
      at += 1;
      return { kind: 'not', part: parseNot(depth + 1) };
    }
    if (!isWord('(')) return parseClause();
    at += 1;
    const inner = parseOr(depth + 1);
    expect(')');
    return inner;
  }

  function parseClause(): Clause {
    const token = take();
    if (!token.isQuoted && /^[=~<>(),!&|]/.test(token.text)) throw unexpected(token, 'a field name');
    const operator = parseOperator();
    const isList = operator === 'in' || operator === 'not in';
    const values = isList && isWord('(') ? parseList() : [parseValue()];
    return { kind: 'clause', field: token.text.toLowerCase(), operator, values };
  }

  function parseOperator(): Operator {
    const token = take();
    const word = token.isQuoted ? '' : token.text.toLowerCase();
    if (word === 'not' && isWord('in')) {
      at += 1;
      return 'not in';
    }
    if (word === 'is') {
      if (!isWord('not')) return 'is';
      at += 1;
      return 'is not';
    }
    if (word === 'in' || ['=', '!=', '~', '!~', '>', '>=', '<', '<='].includes(word)) return word as Operator;
    throw unexpected(token, 'an operator');
  }

  function parseList(): string[] {
    expect('(');
    const values = [parseValue()];
    while (isWord(',')) {
      at += 1;
      values.push(parseValue());
    }
    expect(')');
    return values;
  }

  function parseValue(): string {
    const token = take();
    if (!token.isQuoted && /^[=~<>(),!&|]/.test(token.text)) throw unexpected(token, 'a value');
    if (token.isQuoted || !isWord('(')) return token.text;
    at += 1;
    const given = isWord(')') ? '' : parseValue();
    expect(')');
    return `${token.text}(${given})`;
  }
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.trimEnd().length) {
    const start = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (!match) throw new JqlProblem(`Error in the JQL Query: The character at ${start + 1} is not expected.`);
    const quoted = match[1] ?? match[2];
    tokens.push({
      text: quoted?.replaceAll(/\\(.)/g, '$1') ?? match[3] ?? match[4] ?? '',
      isQuoted: quoted !== undefined,
    });
  }
  return tokens;
}

function unexpected({ text }: Token, wanted: string): JqlProblem {
  return new JqlProblem(`Error in the JQL Query: Expecting ${wanted} but got '${text}'.`);
}
