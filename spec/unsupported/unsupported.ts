/** What a document says and this kit does not act upon: one way through the document, one table of what is looked for. */
import type { OperationNode } from '../compiling/operation-nodes.ts';
import type { LinkReader } from '../compiling/read-links.ts';
import type { Unsupported } from '../model/contract.ts';
import { child, entries, type Files, follow, type Node, placeOf, step } from '../refs/nodes.ts';
import { type Part, partsBelow, type Rule, type World } from './part.ts';
import { rules } from './rules.ts';

interface DocumentReading {
  readonly files: Files;
  readonly root: Node;
  readonly openapi: '3.0' | '3.1';
  readonly operations: readonly OperationNode[];
  readonly links: LinkReader;
}

/** In the order of the files and of their lines. Only what an operation leads to, or stands for the whole document. */
export function collectUnsupported(reading: DocumentReading): readonly Unsupported[] {
  const seen = visitAll(reading);
  const notes = seen
    .values()
    .flatMap(({ part, owner }) =>
      (byKind.get(part.kind) ?? []).flatMap((rule) => notesOf(rule, part, { world: reading, owner })),
    );
  const order = new Map([...reading.files.values()].map(({ name }, index) => [name, index] as const));
  const rankOf = ({ place }: Unsupported) => order.get(place.file) ?? 0;
  return [...notes].toSorted((a, b) => rankOf(a) - rankOf(b) || a.place.line - b.place.line);
}

const byKind = Map.groupBy(rules, (rule) => rule.of);

function notesOf(rule: Rule, part: Part, { world, owner }: { world: World; owner: Owner }): Unsupported[] {
  return [...rule.find(part, world)].map(([at, what]) => ({
    place: placeOf(at),
    what,
    effect: rule.effect,
    ...(owner !== SHARED && { operation: owner }),
  }));
}

/** Of a part that several operations lead to, or none in particular. */
const SHARED = Symbol('shared');
type Owner = string | typeof SHARED;

interface Visit {
  readonly part: Part;
  readonly owner: Owner;
}

/** Each part once, and once more at the most when a second operation turns out to lead to it. */
function visitAll(reading: DocumentReading): ReadonlyMap<string, Visit> {
  const seen = new Map<string, Visit>();
  for (const start of starts(reading)) {
    const open = [start];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { part } = next;
      const key = `${part.kind} ${part.node.file.url}#${part.node.pointer}`;
      const owner = ownerOf(seen.get(key)?.owner, next.owner);
      if (seen.get(key)?.owner === owner) continue;
      seen.set(key, { part, owner });
      for (const lower of partsBelow(part, reading.files).toReversed()) open.push({ part: lower, owner });
    }
  }
  return seen;
}

function ownerOf(known: Owner | undefined, next: Owner): Owner {
  return known === undefined || known === next ? next : SHARED;
}

function starts({ files, root, operations }: DocumentReading): readonly Visit[] {
  const schemes = entries(child(files, child(files, root, 'components'), 'securitySchemes'));
  return [
    { part: { kind: 'root', node: root, key: '' }, owner: SHARED },
    ...schemes.map(([key, node]): Visit => {
      return { part: { kind: 'security scheme', node: follow(files, node), key }, owner: SHARED };
    }),
    ...operations.flatMap(({ id, node, item }) =>
      [node, parametersOf(item)].map((at): Visit => {
        return { part: { kind: 'operation', node: at, key: '' }, owner: id };
      }),
    ),
  ];
}

/** A path item as if it were an operation that has no more than the parameters. */
function parametersOf(item: Node): Node {
  const { value } = step(item, 'parameters');
  return { ...item, value: value === undefined ? {} : { parameters: value } };
}
