/** OpenAPI: a required property that is readOnly is required in responses only; writeOnly, in requests only. */

import type { Schema } from '../model/schema.ts';
import { remembered } from '../remembered.ts';
import type { Context } from './context.ts';

export function isExempt({ run, scope }: Context, name: string): boolean {
  const exempt = run.direction === 'request' ? exemptFromRequests : exemptFromResponses;
  return exempt(scope).has(name);
}

const exemptFromRequests = remembered((schema: Schema) => flaggedIn(schema, 'readOnly'));
const exemptFromResponses = remembered((schema: Schema) => flaggedIn(schema, 'writeOnly'));

/** The names of the properties that have the flag in the schema or in those it is combined of. */
function flaggedIn(schema: Schema, flag: 'readOnly' | 'writeOnly'): ReadonlySet<string> {
  const parts = new Set([schema]);
  const names = new Set<string>();
  // A set hands out what is added to it on the way.
  for (const { properties, allOf, anyOf, oneOf } of parts) {
    for (const [name, part] of properties) if (part[flag]) names.add(name);
    for (const next of [...allOf, ...anyOf, ...oneOf]) parts.add(next);
  }
  return names;
}
