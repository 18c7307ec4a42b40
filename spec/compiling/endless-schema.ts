/** A schema that no value can ever be judged by. */
import type { Node } from '../refs/nodes.ts';
import type { Schema } from '../schema.ts';
import { uncompilable } from './keyword-values.ts';

/** A schema that applies itself to the very same value would never be done. Throws `schema-uncompilable`. */
export function refuseEndlessSchema(schema: Schema, node: Node): void {
  const open = new Set<Schema>();
  const visit = (part: Schema): void => {
    if (part === schema && open.size > 0)
      throw uncompilable(node, 'the schema applies itself to the same value without end');
    if (open.has(part)) return;
    open.add(part);
    for (const next of sameValueSchemas(part)) visit(next);
  };
  visit(schema);
}

/** The subschemas that judge the same value as the schema itself. */
function sameValueSchemas(schema: Schema): readonly Schema[] {
  const single = [schema.not, schema.if, schema.then, schema.else].filter((part) => part !== undefined);
  return [...schema.allOf, ...schema.anyOf, ...schema.oneOf, ...schema.dependentSchemas.values(), ...single];
}
