/**
 * Error bodies of which only the message differs. Filling the declared schema validates the body several times; where
 * any message is valid, it is done once for each kind of error.
 */
import { isJsonObject, stringifyJson } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import { type ErrorFacts, errorLayoutOf, fillError } from './fill-error.ts';

/** The JSON text before and after the message. */
interface ErrorTemplate {
  readonly before: string;
  readonly after: string;
}

/** The JSON text of what `fillError` returns; undefined if the body must be filled for each message. */
export function errorText(schema: Schema, facts: ErrorFacts): string | undefined {
  const name = freeMessage(schema);
  if (name === undefined || facts.recordState !== undefined) return undefined;
  const { status, code, rule, title, message } = facts;
  const known = templates(schema);
  const key = `${status} ${code} ${rule} ${title}`;
  let template = known.get(key);
  if (template === undefined) {
    template = createTemplate(schema, name, facts);
    known.set(key, template);
  }
  return template === null ? undefined : template.before + JSON.stringify(message) + template.after;
}

/** By status, code, rule and title, which are few. Null if the message is not where it was expected. */
const templates = memoize((_schema: Schema) => new Map<string, ErrorTemplate | null>());

function createTemplate(schema: Schema, name: string, facts: ErrorFacts): ErrorTemplate | null {
  const filled = fillError(schema, facts);
  const isSample = filled === sampleValue(schema, 'response');
  if (isSample || !isJsonObject(filled) || filled[name] !== facts.message) return null;
  const members = Object.entries(filled).map(([key, value]) => [key, `${JSON.stringify(key)}:`, value] as const);
  const at = members.findIndex(([key]) => key === name);
  const texts = members.map(([key, label, value]) => (key === name ? label : label + stringifyJson(value)));
  const rest = texts.slice(at + 1).map((text) => `,${text}`);
  return { before: `{${texts.slice(0, at + 1).join(',')}`, after: `${rest.join('')}}` };
}

/**
 * The name of the property with the message, if the schema accepts any text there, and if nothing else in the body
 * depends on the text or on the violations.
 */
const freeMessage = memoize((schema: Schema): string | undefined => {
  const { messages, fields } = errorLayoutOf(schema) ?? {};
  const [name] = messages ?? [];
  const part = name === undefined ? undefined : schema.properties.get(name);
  const isFree = fields?.length === 0 && isPlainObject(schema) && part !== undefined && acceptsAnyText(part);
  return isFree ? name : undefined;
});

/** Whether its keywords look at each property alone, or only at the names. */
function isPlainObject(schema: Schema): boolean {
  return (
    schema.isSatisfiable &&
    !hasOtherKeywords(schema) &&
    schema.patternProperties.length === 0 &&
    schema.dependentSchemas.size === 0 &&
    schema.unevaluatedProperties === undefined
  );
}

function acceptsAnyText(schema: Schema): boolean {
  const { isSatisfiable, types, minLength, maxLength, pattern, format } = schema;
  const limits = [minLength, maxLength, pattern, format];
  return (
    isSatisfiable &&
    types?.has('string') !== false &&
    limits.every((limit) => limit === undefined) &&
    !hasOtherKeywords(schema)
  );
}

/** Keywords that can accept one value and reject another one of the same type. */
function hasOtherKeywords(schema: Schema): boolean {
  const { enum: options, const: constant, not, if: condition, allOf, anyOf, oneOf } = schema;
  const single = [options, constant, not, condition];
  return single.some((keyword) => keyword !== undefined) || allOf.length + anyOf.length + oneOf.length > 0;
}
