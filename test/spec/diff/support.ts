/** What the tests of the comparison of schemas share. */
import type { SchemaChange } from '../../../spec/diff/rules/change.ts';
import { compareSchemas } from '../../../spec/diff/schema/schema-changes.ts';
import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { Direction, Schema } from '../../../spec/model/schema.ts';
import { parseSchema } from '../support.ts';

export const directions: readonly Direction[] = ['request', 'response'];

/** A schema as YAML or JSON text, or as the value. */
export function readSchema(schema: Json, openapi: '3.0' | '3.1' = '3.1'): Schema {
  return parseSchema(typeof schema === 'string' ? schema : stringifyJson(schema), openapi);
}

export function changesOf(before: Json, after: Json, direction: Direction): readonly SchemaChange[] {
  return changesBetween(readSchema(before), readSchema(after), direction);
}

export function changesBetween(before: Schema, after: Schema, direction: Direction): readonly SchemaChange[] {
  const at = direction === 'request' ? 'request body' : 'response 200 body';
  return [...compareSchemas({ before, after, direction, at })];
}

/** `breaking request-body-max-length-decreased at request body` */
export function formatChanges(changes: readonly SchemaChange[]): readonly string[] {
  return changes.map(({ rule, at }) => `${rule.impact} ${rule.id} at ${at}`);
}

export function worstImpact(changes: readonly SchemaChange[]): 'breaking' | 'risky' | 'harmless' {
  const impacts = new Set(changes.map(({ rule }) => rule.impact));
  if (impacts.has('breaking')) return 'breaking';
  return impacts.has('risky') ? 'risky' : 'harmless';
}
