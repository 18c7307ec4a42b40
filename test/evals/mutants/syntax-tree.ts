/** The syntax tree of TypeScript source, from the parser that vitest brings along. */
import { parseAst } from 'vitest/node';

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

/** A node of the program that runs: types and imports are left out. */
export interface NodeVisit {
  readonly node: Node;
  readonly parent: Node;
  readonly within: string;
}

export function* visitNodes(source: string): Generator<NodeVisit> {
  const program = parseProgram(source);
  for (const statement of childNodes(program))
    yield* descendants(statement, { parent: program, within: declaredBy(statement) });
}

export function parseProgram(source: string): Node {
  const program: unknown = parseAst(source, { lang: 'ts' });
  if (isNode(program)) return program;
  throw new Error('the parser returned no tree');
}

function* descendants(node: Node, { parent, within }: Omit<NodeVisit, 'node'>): Generator<NodeVisit> {
  if (node.type.startsWith('TS') || node.type === 'ImportDeclaration') return;
  yield { node, parent, within };
  for (const child of childNodes(node)) yield* descendants(child, { parent: node, within });
}

/** The children that are nodes, in the order of the source; a shorthand property has its one name twice. */
export function childNodes(node: Node): readonly Node[] {
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
