/** The syntax tree of TypeScript source, from the parser that vitest brings along. */
import { parseAst } from 'vitest/node';

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

/** A node of the program that runs: types and imports are left out. */
export interface Visit {
  readonly node: Node;
  readonly parent: Node;
  readonly within: string;
}

export function* visits(source: string): Generator<Visit> {
  const program = programOf(source);
  for (const statement of childrenOf(program))
    yield* below(statement, { parent: program, within: declaredBy(statement) });
}

export function programOf(source: string): Node {
  const program: unknown = parseAst(source, { lang: 'ts' });
  if (isNode(program)) return program;
  throw new Error('the parser has given no tree');
}

function* below(node: Node, { parent, within }: Omit<Visit, 'node'>): Generator<Visit> {
  if (node.type.startsWith('TS') || node.type === 'ImportDeclaration') return;
  yield { node, parent, within };
  for (const child of childrenOf(node)) yield* below(child, { parent: node, within });
}

/** The children that are nodes, in the order of the source; a shorthand property has its one name twice. */
export function childrenOf(node: Node): readonly Node[] {
  const parts = Object.entries(node).filter(([name]) => !(node.shorthand === true && name === 'key'));
  return parts
    .flatMap(([, part]): readonly unknown[] => (Array.isArray(part) ? part : [part]))
    .filter(isNode)
    .toSorted((a, b) => a.start - b.start);
}

export function nodeAt(node: Node, property: string): Node | undefined {
  const part = node[property];
  return isNode(part) ? part : undefined;
}

export function nodesAt(node: Node, property: string): readonly Node[] {
  const part = node[property];
  return Array.isArray(part) ? part.filter(isNode) : [];
}

export function textAt(node: Node, property: string): string | undefined {
  const part = node[property];
  return typeof part === 'string' ? part : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}

/** The name that a statement at the top level declares. */
export function declaredBy(statement: Node): string {
  const declaration = nodeAt(statement, 'declaration') ?? statement;
  const [variable = declaration] = nodesAt(declaration, 'declarations');
  const name = nodeAt(variable, 'id');
  return (name && textAt(name, 'name')) ?? 'module';
}
