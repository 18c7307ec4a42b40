/** Regular expressions that every valid text of a schema matches; what they let pass besides is left to the contract. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { escaped, rustPattern } from './rust-pattern.ts';

/** In the syntax of the verifier's engine. Empty where nothing is certain. */
export function textRules(schema: Schema): readonly string[] {
  const pattern = schema.pattern === undefined ? undefined : rustPattern(schema.pattern);
  return [formats.get(schema.format ?? ''), pattern, lengthRule(schema)].filter((rule) => rule !== undefined);
}

/** Wider than their definitions (RFC 3339, RFC 9562), never narrower. */
const formats: ReadonlyMap<string, string> = new Map([
  ['date', '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'],
  ['date-time', '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt\\s][0-9]{2}:[0-9]{2}.*$'],
  ['uuid', '^(?:urn:uuid:)?[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$'],
]);

/** Longer repetitions cost the engine more than they tell. */
const LONGEST = 1_000;

/** Both count code points. */
function lengthRule({ minLength = 0, maxLength }: Schema): string | undefined {
  const isLong = minLength > LONGEST || (maxLength ?? 0) > LONGEST;
  if (isLong || (minLength === 0 && maxLength === undefined)) return undefined;
  return `^[\\s\\S]{${minLength},${maxLength ?? ''}}$`;
}

/** That a text is one of the declared ones; undefined where none of them is a text. */
export function valuesRule(values: readonly Json[] = []): string | undefined {
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length === 0 ? undefined : `^(?:${texts.map(escaped).join('|')})$`;
}
