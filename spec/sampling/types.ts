/** Which types a schema takes, the ones with most to say first. */
import type { Schema, TypeName } from '../model/schema.ts';

const typeOrder: readonly TypeName[] = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];

export function inOrder(types: ReadonlySet<TypeName>): readonly TypeName[] {
  return typeOrder.filter((type) => types.has(type));
}

/** A schema without `type` still tells by its keywords what it is about; one that does not takes a string. */
export function guessTypes(schema: Schema): readonly TypeName[] {
  if (schema.properties.size > 0 || schema.required.size > 0 || schema.additionalProperties !== undefined) {
    return ['object'];
  }
  if (schema.items !== undefined || schema.prefixItems.length > 0) return ['array'];
  if (schema.minimum !== undefined || schema.maximum !== undefined) return ['number'];
  return typeOrder.toSorted((a, b) => Number(b === 'string') - Number(a === 'string'));
}
