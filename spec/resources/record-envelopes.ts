/** Bodies that contain the record in a property: `{ "data": { "id": 7 } }`. */

import type { Schema } from '../model/schema.ts';
import { declaredProperties, declaredTypes } from '../model/schema-view.ts';

/** The property that contains the record. */
export interface Envelope {
  readonly name: string;
  readonly schema: Schema;
}

export interface EnvelopeRules {
  readonly hasIdentifier: (schema: Schema) => boolean;
  /** The bodies that write records. */
  readonly requests: readonly Schema[];
}

const envelopeNames = new Set(['data', 'item', 'result', 'record', 'payload']);

/** Whether a property of that name usually holds the record that a response is about. */
export function isEnvelopeName(name: string): boolean {
  return envelopeNames.has(name.toLowerCase()) || /^(?:metadata|attributes)$/i.test(name);
}

/**
 * Detects an object whose only property, or whose `data`, is the object with the identifier; or which shows what
 * requests write only there: `{ "key": { "id": 7, "name": "build" }, "secret": "..." }`.
 */
export function detectEnvelope(schema: Schema, rules: EnvelopeRules): Envelope | undefined {
  if (rules.hasIdentifier(schema)) return undefined;
  const properties = declaredProperties(schema);
  const records = [...properties].flatMap(([name, part]): readonly Envelope[] =>
    declaredTypes(part).has('object') && rules.hasIdentifier(part) ? [{ name, schema: part }] : [],
  );
  const usual = records.find(({ name }) => properties.size === 1 || envelopeNames.has(name.toLowerCase()));
  const [only, ...more] = records;
  if (usual !== undefined || only === undefined || more.length > 0) return usual;
  return showsWritten(schema, only, rules.requests) ? only : undefined;
}

/** Whether the envelope has properties that requests write, and the body outside of it has none. */
function showsWritten(schema: Schema, { name, schema: record }: Envelope, requests: readonly Schema[]): boolean {
  const written = new Set(
    requests.flatMap((request) => {
      const properties = declaredProperties(request);
      const inside = declaredProperties(properties.get(name) ?? request);
      return [...properties.keys(), ...inside.keys()].filter((one) => one !== name);
    }),
  );
  const isWritten = (one: string) => written.has(one);
  return (
    [...declaredProperties(record).keys()].some(isWritten) && ![...declaredProperties(schema).keys()].some(isWritten)
  );
}

/**
 * Detects the envelope of a record without an identifier: its property has the name of a known envelope and shares
 * properties with it. Next to it there may be the identifier, but nothing else of the record.
 */
export function detectKnownEnvelope(
  known: readonly Envelope[],
  schema: Schema,
  { hasIdentifier }: EnvelopeRules,
): Envelope | undefined {
  const properties = declaredProperties(schema);
  for (const [name, part] of properties) {
    const envelope = known.find((one) => one.name === name);
    if (envelope === undefined || !declaredTypes(part).has('object')) continue;
    const record = declaredProperties(envelope.schema);
    const beside = [...properties.keys()].filter((one) => one !== name && record.has(one));
    const isWhole = hasIdentifier(schema) && beside.length > 1;
    const sharesProperties = [...declaredProperties(part).keys()].some((one) => record.has(one));
    if (sharesProperties && !isWhole) return { name, schema: part };
  }
  return undefined;
}
