/** Faults that are made everywhere they can be: each operator says what it puts in the place of a node. */
import type { Mutant } from './mutant.ts';
import { type Node, nodeAt, nodesAt, textAt, type Visit, visits } from './syntax.ts';

export interface Change {
  readonly start: number;
  readonly end: number;
  readonly to: string;
}

export interface Operator {
  readonly what: string;
  readonly changes: (visit: Visit, source: string) => readonly Change[];
}

export function mutantsOf(file: string, source: string, operators: readonly Operator[]): readonly Mutant[] {
  return [...visits(source)].flatMap((visit) =>
    operators.flatMap(({ what, changes }) =>
      changes(visit, source).map((change) => ({
        ...change,
        ...{ file, what, within: visit.within },
        from: source.slice(change.start, change.end),
      })),
    ),
  );
}

const opposite: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '>': ['>=', '<='],
  '<=': ['<', '>'],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '**': ['*'],
  '|': ['&'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '++': ['--'],
};

const otherName: Readonly<Record<string, string>> = { every: 'some', some: 'every', min: 'max', max: 'min' };

export const operators: readonly Operator[] = [
  {
    what: 'condition decided',
    changes: ({ node }) => {
      const test = /^(IfStatement|ConditionalExpression)$/.test(node.type) ? nodeAt(node, 'test') : undefined;
      return test === undefined ? [] : [by(test, 'true'), by(test, 'false')];
    },
  },
  {
    what: 'operator exchanged',
    changes: ({ node }, source) => {
      const [left, right] = [nodeAt(node, 'left'), nodeAt(node, 'right')];
      const sign = textAt(node, 'operator');
      if (left === undefined || right === undefined || sign === undefined) return [];
      const at = source.indexOf(sign, left.end);
      const [before, after] = [source.slice(node.start, at), source.slice(at + sign.length, node.end)];
      return (opposite[sign] ?? []).map((to) => by(node, `${before}${to}${after}`));
    },
  },
  {
    what: 'negation left out',
    changes: ({ node }, source) => {
      const argument = nodeAt(node, 'argument');
      return node.operator === '!' && argument ? [by(node, textOf(argument, source))] : [];
    },
  },
  {
    what: 'counting down',
    changes: ({ node }, source) =>
      node.type === 'UpdateExpression' ? [by(node, textOf(node, source).replace('++', '--'))] : [],
  },
  {
    what: 'text emptied',
    changes: ({ node, parent }) => {
      if (node.type === 'TemplateLiteral') return [by(node, "''")];
      if (typeof node.value !== 'string' || node.type !== 'Literal' || parent.key === node) return [];
      return [by(node, node.value === '' ? "'changed'" : "''")];
    },
  },
  {
    what: 'number raised by one',
    changes: ({ node }) => (typeof node.value === 'number' ? [by(node, String(node.value + 1))] : []),
  },
  {
    what: 'truth reversed',
    changes: ({ node }) => (typeof node.value === 'boolean' ? [by(node, String(!node.value))] : []),
  },
  {
    what: 'pattern loosened',
    changes: ({ node }, source) => {
      if (!('regex' in node)) return [];
      const text = textOf(node, source);
      const looser = [text.replace('/^', '/'), text.replace(/\$(?=\/\w*$)/, ''), text.replace(/\+/, '')];
      return [...new Set(looser)].filter((to) => to !== text).map((to) => by(node, to));
    },
  },
  {
    what: 'property left out',
    changes: ({ node }, source) =>
      node.type === 'ObjectExpression' ? without(nodesAt(node, 'properties'), source) : [],
  },
  {
    what: 'statement left out',
    changes: ({ node }) => (node.type === 'ExpressionStatement' ? [by(node, ';')] : []),
  },
  {
    what: 'body emptied',
    changes: ({ node }) => {
      const body = /Function/.test(node.type) ? nodeAt(node, 'body') : undefined;
      return body?.type === 'BlockStatement' ? [by(body, '{}')] : [];
    },
  },
  {
    what: 'call left out',
    changes: ({ node }, source) => {
      const [first] = nodesAt(node, 'arguments');
      const isPlain = node.type === 'CallExpression' && nodeAt(node, 'callee')?.type === 'Identifier';
      return isPlain && first ? [by(node, `(${textOf(first, source)})`)] : [];
    },
  },
  {
    what: 'method exchanged',
    changes: ({ node, parent }) => {
      const to = otherName[textAt(node, 'name') ?? ''];
      return to !== undefined && parent.type === 'MemberExpression' && nodeAt(parent, 'property') === node
        ? [by(node, to)]
        : [];
    },
  },
];

function by({ start, end }: Node, to: string): Change {
  return { start, end, to };
}

function textOf({ start, end }: Node, source: string): string {
  return source.slice(start, end);
}

/** Each one out, with the comma that follows it. */
function without(properties: readonly Node[], source: string): readonly Change[] {
  return properties.map(({ start, end }) => {
    const comma = /^\s*,/.exec(source.slice(end))?.[0] ?? '';
    return { start, end: end + comma.length, to: '' };
  });
}
