/**
 * JSON Schema, section 8.2.3.2: `$dynamicRef` resolves to the `$dynamicAnchor` of that name in the outermost schema
 * resource of the dynamic scope. A schema with different targets on different paths becomes a different schema for
 * each.
 */
import { splitPointer } from '../json/pointer.ts';
import { memoize } from '../memoize.ts';
import type { Files, Node } from './nodes.ts';
import { childNode } from './nodes.ts';
import { findSchemaResources } from './schema-resources.ts';

/** The targets of dynamic anchors on one path through the schemas. */
export interface DynamicScope {
  /** Equal for scopes with equal targets; empty for a scope without any. */
  readonly key: string;
  readonly anchors: ReadonlyMap<string, Node>;
}

export const emptyScope: DynamicScope = { key: '', anchors: new Map() };

/** Returns the scope within the resource of a schema; unchanged if no file has a `$dynamicRef`. */
export function enterScope(files: Files, scope: DynamicScope, { file, pointer }: Node): DynamicScope {
  if (!usesDynamicRefs(files)) return scope;
  const names = findSchemaResources(file)?.resourceAround(pointer).dynamicAnchors ?? new Map<string, string>();
  const newNames = [...names].filter(([name]) => !scope.anchors.has(name));
  if (newNames.length === 0) return scope;
  const root: Node = { file, pointer: '', value: file.value };
  const found = newNames.map(([name, at]) => [name, splitPointer(at).reduce(childNode, root)] as const);
  const anchors = new Map([...scope.anchors, ...found]);
  return {
    anchors,
    key: [...anchors].map(([name, node]) => ` ${name}=${node.file.url}#${node.pointer}`).join(''),
  };
}

/** Returns the target of a `$dynamicRef` whose target without a dynamic scope is `initial`. */
export function resolveDynamicRef(initial: Node, ref: string, { anchors }: DynamicScope): Node {
  const name = /#([^/]+)$/.exec(ref)?.[1];
  const isDynamic = name !== undefined && childNode(initial, '$dynamicAnchor').value === name;
  return (isDynamic ? anchors.get(name) : undefined) ?? initial;
}

const usesDynamicRefs = memoize((files: Files) => files.values().some(({ text }) => text.includes('$dynamicRef')));
