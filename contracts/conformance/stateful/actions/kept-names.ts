/** The properties of a record that an action keeps, as far as its name and its description show. */
import { isJsonObject } from '../../../../spec/json/exact-json.ts';
import { successMedia } from '../../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import type { KnownRecord } from '../../model/sequence.ts';
import { isIdentifier } from '../../request/values/identifier-names.ts';
import { type StateAction, sentNames } from './state-actions.ts';

/**
 * Free texts that created the record, and the time of its creation. Empty for an action that is not named after a state:
 * what that one changes is unknown.
 */
export function keptNames({ writes, read }: KnownRecord, action: StateAction): ReadonlySet<string> {
  const schema = read && successMedia(read)?.schema;
  if (action.reached === undefined || schema === undefined) return new Set();
  const sent = writes[0]?.requestSpec.value;
  const sentByAction = sentNames(action.baseline);
  const kept = [...flattenSchema(schema).properties].filter(([name, given]) => {
    if (sentByAction.has(name) || action.text.toLowerCase().includes(name.toLowerCase())) return false;
    if (isCreationTime(name)) return true;
    const { enum: values, format } = flattenSchema(given);
    const isText = isJsonObject(sent) && typeof sent[name] === 'string';
    return isText && values === undefined && format === undefined && !isIdentifier(name);
  });
  return new Set(kept.map(([name]) => name));
}

export function isCreationTime(name: string): boolean {
  return /^_?(?:created|creation)_?(?:at|on|date|time)$/i.test(name);
}
