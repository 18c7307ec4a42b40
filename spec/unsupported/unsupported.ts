/** Finds the unsupported features of a document: one traversal and one table of rules. */
import type { OperationNode } from '../compiling/operation-nodes.ts';
import type { LinkReader } from '../compiling/read-links.ts';
import type { Unsupported } from '../model/contract.ts';
import { childNode, dereference, entries, type Files, type Node, resolvedChild, toPlace } from '../refs/nodes.ts';
import { type DocumentPart, findChildParts, type RuleContext, type UnsupportedRule } from './document-parts.ts';
import { unsupportedRules } from './document-rules.ts';

interface UnsupportedInput {
  readonly files: Files;
  readonly root: Node;
  readonly openapi: '3.0' | '3.1';
  readonly operations: readonly OperationNode[];
  readonly links: LinkReader;
}

/** In the order of files and lines, together with `examples`. Covers only parts that an operation uses, or that concern the whole document. */
export function collectUnsupported(
  input: UnsupportedInput,
  examples: readonly Unsupported[] = [],
): readonly Unsupported[] {
  const seen = visitParts(input);
  const unsupportedParts = seen
    .values()
    .flatMap(({ part, owner }) =>
      (rulesByKind.get(part.kind) ?? []).flatMap((rule) => applyRule(rule, part, { context: input, owner })),
    );
  const order = new Map([...input.files.values()].map(({ name }, index) => [name, index] as const));
  const fileOrder = ({ place }: Unsupported) => order.get(place.file) ?? 0;
  return [...unsupportedParts, ...examples].toSorted(
    (a, b) => fileOrder(a) - fileOrder(b) || a.place.line - b.place.line,
  );
}

const rulesByKind = Map.groupBy(unsupportedRules, (rule) => rule.appliesTo);

function applyRule(
  rule: UnsupportedRule,
  part: DocumentPart,
  { context, owner }: { context: RuleContext; owner: Owner },
): Unsupported[] {
  return [...rule.find(part, context)].map(([at, what]) => ({
    place: toPlace(at),
    what,
    effect: rule.effect,
    ...(owner !== SHARED && { operation: owner }),
  }));
}

/** The owner of a part that several operations use, or none in particular. */
const SHARED = Symbol('shared');
type Owner = string | typeof SHARED;

interface VisitedPart {
  readonly part: DocumentPart;
  readonly owner: Owner;
}

/** Visits each part once, and at most once more if a second operation also uses it. */
function visitParts(input: UnsupportedInput): ReadonlyMap<string, VisitedPart> {
  const seen = new Map<string, VisitedPart>();
  for (const start of rootParts(input)) {
    const stack = [start];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { part } = next;
      const key = `${part.kind} ${part.node.file.url}#${part.node.pointer}`;
      const owner = mergeOwners(seen.get(key)?.owner, next.owner);
      if (seen.get(key)?.owner === owner) continue;
      seen.set(key, { part, owner });
      for (const child of findChildParts(part, input.files).toReversed()) stack.push({ part: child, owner });
    }
  }
  return seen;
}

function mergeOwners(previous: Owner | undefined, next: Owner): Owner {
  return previous === undefined || previous === next ? next : SHARED;
}

function rootParts({ files, root, operations }: UnsupportedInput): readonly VisitedPart[] {
  const schemes = entries(resolvedChild(files, resolvedChild(files, root, 'components'), 'securitySchemes'));
  return [
    { part: { kind: 'root', node: root, key: '' }, owner: SHARED },
    ...schemes.map(([key, node]): VisitedPart => {
      return { part: { kind: 'security scheme', node: dereference(files, node), key }, owner: SHARED };
    }),
    ...operations.flatMap(({ id, node, pathItem }) =>
      [node, parametersOnly(pathItem)].map((at): VisitedPart => {
        return { part: { kind: 'operation', node: at, key: '' }, owner: id };
      }),
    ),
  ];
}

/** Returns a path item as an operation with only its parameters. */
function parametersOnly(item: Node): Node {
  const { value } = childNode(item, 'parameters');
  return { ...item, value: value === undefined ? {} : { parameters: value } };
}
