/** Which parts of a document cannot be used, since they need, directly or through others, what does not exist. */
import type { KitError } from '../../errors.ts';
import { type GraphPart, graphKey, type PartGraph, type PartReference } from './part-graph.ts';

export interface UnusableParts {
  /** The reference that the part needs, and why it cannot be resolved; undefined for a part that can be used. */
  reasonOf(part: PartReference): KitError | undefined;
}

export function findUnusableParts(graph: PartGraph): UnusableParts {
  const dependents = new Map<string, GraphPart[]>();
  for (const part of graph.values())
    for (const need of part.needs) {
      const key = graphKey(need);
      const known = dependents.get(key);
      if (known === undefined) dependents.set(key, [part]);
      else known.push(part);
    }
  const reasons = new Map<string, KitError>();
  for (const part of graph.values()) if (part.problem !== undefined) reasons.set(graphKey(part), part.problem);
  // Iterating over a map includes entries added during the loop.
  for (const [key, reason] of reasons)
    for (const dependent of dependents.get(key) ?? []) {
      const dependentKey = graphKey(dependent);
      if (!reasons.has(dependentKey)) reasons.set(dependentKey, reason);
    }
  return { reasonOf: (part) => reasons.get(graphKey(part)) };
}
