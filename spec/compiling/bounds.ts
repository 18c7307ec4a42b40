/** The keywords of a schema that are numbers: bounds of a value, and counts of its parts. */

import { isInteger } from '../json/exact-json.ts';
import { type Node, step } from '../refs/nodes.ts';
import type { SchemaDraft } from './empty-schema.ts';
import { numberOf, uncompilable } from './keyword-values.ts';

/** In 3.0 `exclusiveMinimum: true` makes `minimum` exclusive; since 3.1 it is a bound of its own. Throws `schema-uncompilable`. */
export function fillBounds(draft: SchemaDraft, node: Node, openapi: '3.0' | '3.1'): void {
  draft.multipleOf = numberOf(step(node, 'multipleOf'));
  if (draft.multipleOf !== undefined && draft.multipleOf <= 0)
    throw uncompilable(step(node, 'multipleOf'), '"multipleOf" is a number above 0');
  draft.minimum = numberOf(step(node, 'minimum'));
  draft.maximum = numberOf(step(node, 'maximum'));
  if (openapi === '3.1') {
    draft.exclusiveMinimum = numberOf(step(node, 'exclusiveMinimum'));
    draft.exclusiveMaximum = numberOf(step(node, 'exclusiveMaximum'));
    return;
  }
  if (step(node, 'exclusiveMinimum').value === true) {
    draft.exclusiveMinimum = draft.minimum;
    draft.minimum = undefined;
  }
  if (step(node, 'exclusiveMaximum').value === true) {
    draft.exclusiveMaximum = draft.maximum;
    draft.maximum = undefined;
  }
}

const countKeywords = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
] as const;

/** How much of a text, a list or an object there may be. Throws `schema-uncompilable`. */
export function fillCounts(draft: SchemaDraft, node: Node): void {
  for (const keyword of countKeywords) {
    const part = step(node, keyword);
    const value = numberOf(part);
    if (value === undefined) continue;
    if (!isInteger(value) || value < 0) throw uncompilable(part, `"${keyword}" is a whole number from 0`);
    draft[keyword] = Number(value);
  }
}
