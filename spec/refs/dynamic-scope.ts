/**
 * JSON Schema, section 8.2.3.2: `$dynamicRef` leads to the `$dynamicAnchor` of that name in the outermost schema resource
 * on the way to it. A schema that is reached by ways with different answers is a different schema for each.
 */
import { splitPointer } from '../json/pointer.ts';
import { remembered } from '../remembered.ts';
import type { Files, Node } from './nodes.ts';
import { step } from './nodes.ts';
import { schemaResourcesOf } from './schema-resources.ts';

/** What the names mean on one way through the schemas. */
export interface Scope {
  /** The same for scopes that mean the same; empty for one that means nothing. */
  readonly key: string;
  readonly bound: ReadonlyMap<string, Node>;
}

export const noScope: Scope = { key: '', bound: new Map() };

/** The scope within the resource that a schema is of; the same one in files without a `$dynamicRef`. */
export function scopeWithin(files: Files, scope: Scope, { file, pointer }: Node): Scope {
  if (!usesDynamicRefs(files)) return scope;
  const names = schemaResourcesOf(file)?.around(pointer).dynamicAnchors ?? new Map<string, string>();
  const added = [...names].filter(([name]) => !scope.bound.has(name));
  if (added.length === 0) return scope;
  const root: Node = { file, pointer: '', value: file.value };
  const found = added.map(([name, at]) => [name, splitPointer(at).reduce(step, root)] as const);
  const bound = new Map([...scope.bound, ...found]);
  return {
    bound,
    key: [...bound].map(([name, node]) => ` ${name}=${node.file.url}#${node.pointer}`).join(''),
  };
}

/** Where a `$dynamicRef` leads that leads to `initial` by the file alone. */
export function dynamicTarget(initial: Node, ref: string, { bound }: Scope): Node {
  const name = /#([^/]+)$/.exec(ref)?.[1];
  const isDynamic = name !== undefined && step(initial, '$dynamicAnchor').value === name;
  return (isDynamic ? bound.get(name) : undefined) ?? initial;
}

const usesDynamicRefs = remembered((files: Files) =>
  files.values().some(({ text }) => text.includes('$dynamicRef')),
);
