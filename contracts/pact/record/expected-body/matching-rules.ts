/** An example and the matching rules that hold every valid value against it, written as version 4 of Pact has them. */
import {
  isInteger,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonObject,
} from '../../../../spec/json/exact-json.ts';
import type { TypeName } from '../../../../spec/model/schema.ts';
import { memberPactPath } from '../recording-model.ts';
import type { JsonShape } from './json-shape.ts';
import { enumPattern } from './string-patterns.ts';

interface ExpectedValue {
  readonly example: Json;
  /** By path of the verifier's kind: `$.lines[*].size`. */
  readonly rules: JsonObject;
}

interface SchemaPosition {
  readonly path: string;
  /** Of the schema as far as it was followed. */
  readonly depth: number;
  /** Gets the path of what cannot be demanded, and why. */
  readonly onOmitted: (path: string, reason: string) => void;
}

const MAX_DEPTH = 12;

/** Undefined where nothing can be demanded without accusing a right answer. `sample` is a valid value. */
export function expectValue(shape: JsonShape, sample: Json, position: SchemaPosition): ExpectedValue | undefined {
  const types = allowedTypes(shape);
  if (position.depth > MAX_DEPTH) return expectPresence(sample, position, types);
  if (types?.size === 1 && types.has('object') && isJsonObject(sample)) return expectObject(shape, sample, position);
  if (types?.size === 1 && types.has('array') && isJsonArray(sample)) return expectArray(shape, sample, position);
  const isScalar = types !== undefined && !types.has('object') && !types.has('array');
  return isScalar ? expectScalar(shape, sample, { scope: position, types }) : expectPresence(sample, position, types);
}

function allowedTypes({ types, values }: JsonShape): JsonShape['types'] {
  if (types === undefined || !types.has('number')) return values?.length === 0 ? undefined : types;
  return types.difference(new Set<TypeName>(['integer']));
}

function expectObject(shape: JsonShape, sample: JsonObject, position: SchemaPosition): ExpectedValue | undefined {
  if (shape.required.size === 0 && shape.entries !== undefined) {
    const map = expectMap(shape, sample, position);
    if (map !== undefined) return map;
  }
  const members: [string, ExpectedValue][] = [];
  for (const [name, part] of shape.required) {
    const value = Object.hasOwn(sample, name) ? sample[name] : undefined;
    const path = memberPactPath(position.path, name);
    if (value === undefined) continue;
    if (path === undefined) position.onOmitted(`${position.path} ${name}`, 'a path of Pact cannot name it');
    const expected = path === undefined ? undefined : expectValue(part(), value, childPosition(position, path));
    if (expected !== undefined) members.push([name, expected]);
  }
  return {
    example: Object.fromEntries(members.map(([name, { example }]) => [name, example])),
    rules: Object.assign({}, ...members.map(([, { rules }]) => rules)),
  };
}

/** Keys may be any: `values` holds each value to the rules of one. */
function expectMap(
  { entries, entrySample }: JsonShape,
  sample: JsonObject,
  position: SchemaPosition,
): ExpectedValue | undefined {
  const [[name, value] = ['key', entrySample?.()]] = Object.entries(sample);
  if (entries === undefined || value === undefined) return undefined;
  const expected = expectValue(entries(), value, childPosition(position, `${position.path}.*`));
  if (expected === undefined) return undefined;
  return {
    example: Object.fromEntries([[name, expected.example]]),
    rules: { [position.path]: createRule([{ match: 'values' }]), ...expected.rules },
  };
}

/** Of an example without items the verifier would not even count them. */
function expectArray({ items, minItems }: JsonShape, sample: readonly Json[], position: SchemaPosition): ExpectedValue {
  const [first] = sample;
  const itemPosition = childPosition(position, `${position.path}[*]`);
  const expected =
    first === undefined
      ? undefined
      : items === undefined
        ? expectPresence(first, itemPosition, undefined)
        : expectValue(items(), first, itemPosition);
  const countMatcher = { match: 'type', min: expected === undefined ? 0 : minItems };
  return {
    example: expected === undefined ? [] : [expected.example],
    rules: { [position.path]: createRule([countMatcher]), ...expected?.rules },
  };
}

/** `include` of an empty text takes every value there is. It needs an example that holds nothing, and is no root. */
function expectPresence(
  sample: Json,
  { path, onOmitted }: SchemaPosition,
  types: JsonShape['types'],
): ExpectedValue | undefined {
  const isScalar = !isJsonArray(sample) && !isJsonObject(sample);
  if (path !== '$' && (isScalar || types?.has('null') === true))
    return {
      example: isScalar ? sample : null,
      rules: { [path]: createRule([{ match: 'include', value: '' }]) },
    };
  onOmitted(path, 'it may be of several types, for which Pact has no matcher');
  return undefined;
}

interface ScalarInput {
  readonly scope: SchemaPosition;
  readonly types: ReadonlySet<TypeName>;
}

function expectScalar(
  shape: JsonShape,
  sample: Json,
  { scope: position, types }: ScalarInput,
): ExpectedValue | undefined {
  if (isJsonArray(sample) || isJsonObject(sample)) return expectPresence(sample, position, types);
  const [only] = types;
  const matchers =
    types.size === 1 && only !== undefined
      ? typeMatchers(only, shape)
      : [...types].toSorted().map((type) => alternativeMatcher(type, shape, sample));
  return {
    example: exactExample(sample),
    rules: { [position.path]: createRule(matchers, types.size === 1 ? 'AND' : 'OR') },
  };
}

function createRule(matchers: readonly JsonObject[], combine: 'AND' | 'OR' = 'AND'): JsonObject {
  return { combine, matchers };
}

function childPosition({ depth, onOmitted }: SchemaPosition, path: string): SchemaPosition {
  return { path, depth: depth + 1, onOmitted };
}

/** The verifier's `boolean` takes the text "true", and its `integer` neither 4.0 nor 2^64, so both go by `type` and `number`. */
function typeMatchers(type: TypeName, shape: JsonShape): readonly JsonObject[] {
  const { hasSafeRange } = shape;
  if (type === 'null') return [{ match: 'null' }];
  if (type === 'number') return [{ match: 'number' }];
  if (type === 'integer') return [{ match: 'number' }, ...(hasSafeRange ? [integerMatcher] : [])];
  const patterns = type === 'string' ? stringPatterns(shape).map(regexMatcher) : [];
  return [{ match: 'type' }, ...patterns];
}

/** The declared values say all that their pattern says. */
function stringPatterns({ patterns, values }: JsonShape): readonly string[] {
  const rule = enumPattern(values);
  return rule === undefined ? patterns : [rule];
}

const integerMatcher: JsonObject = { match: 'regex', regex: '^-?[0-9]+(?:\\.0+)?$' };

/** One matcher, since OR has no AND within it. `type` is that of the example. */
function alternativeMatcher(type: TypeName, shape: JsonShape, sample: Json): JsonObject {
  if (type === 'null') return { match: 'null' };
  if (type === 'number' || type === 'integer') return { match: 'number' };
  if (type === 'boolean') return { match: typeof sample === 'boolean' ? 'type' : 'boolean' };
  const [text] = stringPatterns(shape);
  if (text !== undefined) return regexMatcher(text);
  return typeof sample === 'string' ? { match: 'type' } : regexMatcher('(?s)^.*$');
}

function regexMatcher(pattern: string): JsonObject {
  return { match: 'regex', regex: pattern };
}

/** Whether the verifier reads every number of a body as it is written. */
export function isReadExactlyByVerifier(value: Json): boolean {
  if (isJsonArray(value)) return value.every(isReadExactlyByVerifier);
  if (isJsonObject(value)) return Object.values(value).every(isReadExactlyByVerifier);
  return !isNumeric(value) || !isInteger(value) || typeof value === 'number' || isInteger64(value);
}

/** A number that it reads as it is written, where it could not read this one. */
function exactExample(sample: Json): Json {
  return typeof sample === 'bigint' && !isInteger64(sample) ? 1 : sample;
}

function isInteger64(value: bigint): boolean {
  return value >= -(2n ** 63n) && value < 2n ** 64n;
}
