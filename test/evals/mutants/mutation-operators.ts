/** Faults that are made everywhere they can be: each operator says what it puts in the place of a node. */
import type { Mutant } from './mutant.ts';
import { type Node, type NodeVisit, nodeAt, nodesAt, textAt, visitNodes } from './syntax-tree.ts';

export interface SourceChange {
  readonly start: number;
  readonly end: number;
  readonly to: string;
}

export interface MutationOperator {
  readonly description: string;
  readonly changes: (visit: NodeVisit, source: string) => readonly SourceChange[];
}

export function generateMutants(
  file: string,
  source: string,
  operators: readonly MutationOperator[],
): readonly Mutant[] {
  return [...visitNodes(source)].flatMap((visit) =>
    operators.flatMap(({ description, changes }) =>
      changes(visit, source).map((change) => ({
        ...change,
        ...{ file, description, functionName: visit.within },
        from: source.slice(change.start, change.end),
      })),
    ),
  );
}

const oppositeOperators: Readonly<Record<string, readonly string[]>> = {
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

const oppositeMethods: Readonly<Record<string, string>> = {
  every: 'some',
  some: 'every',
  min: 'max',
  max: 'min',
};

export const operators: readonly MutationOperator[] = [
  {
    description: 'condition replaced',
    changes: ({ node }) => {
      const test = /^(IfStatement|ConditionalExpression)$/.test(node.type) ? nodeAt(node, 'test') : undefined;
      return test === undefined ? [] : [replaceNode(test, 'true'), replaceNode(test, 'false')];
    },
  },
  {
    description: 'operator replaced',
    changes: ({ node }, source) => {
      const [left, right] = [nodeAt(node, 'left'), nodeAt(node, 'right')];
      const sign = textAt(node, 'operator');
      if (left === undefined || right === undefined || sign === undefined) return [];
      const at = source.indexOf(sign, left.end);
      const [before, after] = [source.slice(node.start, at), source.slice(at + sign.length, node.end)];
      return (oppositeOperators[sign] ?? []).map((to) => replaceNode(node, `${before}${to}${after}`));
    },
  },
  {
    description: 'negation removed',
    changes: ({ node }, source) => {
      const argument = nodeAt(node, 'argument');
      return node.operator === '!' && argument ? [replaceNode(node, textOf(argument, source))] : [];
    },
  },
  {
    description: 'increment to decrement',
    changes: ({ node }, source) =>
      node.type === 'UpdateExpression' ? [replaceNode(node, textOf(node, source).replace('++', '--'))] : [],
  },
  {
    description: 'string emptied',
    changes: ({ node, parent }) => {
      if (node.type === 'TemplateLiteral') return [replaceNode(node, "''")];
      if (typeof node.value !== 'string' || node.type !== 'Literal' || parent.key === node) return [];
      return [replaceNode(node, node.value === '' ? "'changed'" : "''")];
    },
  },
  {
    description: 'number incremented',
    changes: ({ node }) => (typeof node.value === 'number' ? [replaceNode(node, String(node.value + 1))] : []),
  },
  {
    description: 'boolean inverted',
    changes: ({ node }) => (typeof node.value === 'boolean' ? [replaceNode(node, String(!node.value))] : []),
  },
  {
    description: 'pattern loosened',
    changes: ({ node }, source) => {
      if (!('regex' in node)) return [];
      const text = textOf(node, source);
      const looser = [text.replace('/^', '/'), text.replace(/\$(?=\/\w*$)/, ''), text.replace(/\+/, '')];
      return [...new Set(looser)].filter((to) => to !== text).map((to) => replaceNode(node, to));
    },
  },
  {
    description: 'property removed',
    changes: ({ node }, source) =>
      node.type === 'ObjectExpression' ? without(nodesAt(node, 'properties'), source) : [],
  },
  {
    description: 'statement removed',
    changes: ({ node }) => (node.type === 'ExpressionStatement' ? [replaceNode(node, ';')] : []),
  },
  {
    description: 'body emptied',
    changes: ({ node }) => {
      const body = /Function/.test(node.type) ? nodeAt(node, 'body') : undefined;
      return body?.type === 'BlockStatement' ? [replaceNode(body, '{}')] : [];
    },
  },
  {
    description: 'call removed',
    changes: ({ node }, source) => {
      const [first] = nodesAt(node, 'arguments');
      const isPlain = node.type === 'CallExpression' && nodeAt(node, 'callee')?.type === 'Identifier';
      return isPlain && first ? [replaceNode(node, `(${textOf(first, source)})`)] : [];
    },
  },
  {
    description: 'method replaced',
    changes: ({ node, parent }) => {
      const to = oppositeMethods[textAt(node, 'name') ?? ''];
      return to !== undefined && parent.type === 'MemberExpression' && nodeAt(parent, 'property') === node
        ? [replaceNode(node, to)]
        : [];
    },
  },
];

function replaceNode({ start, end }: Node, to: string): SourceChange {
  return { start, end, to };
}

function textOf({ start, end }: Node, source: string): string {
  return source.slice(start, end);
}

/** Each one out, with the comma that follows it. */
function without(properties: readonly Node[], source: string): readonly SourceChange[] {
  return properties.map(({ start, end }) => {
    const comma = /^\s*,/.exec(source.slice(end))?.[0] ?? '';
    return { start, end: end + comma.length, to: '' };
  });
}
