/** Derives an example and matching rules that every valid value meets (Pact specification version 4). */
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
  /** By path in the verifier's syntax: `$.lines[*].size`. */
  readonly rules: JsonObject;
}

interface SchemaPosition {
  readonly path: string;
  /** Depth in the schema. */
  readonly depth: number;
  /** Called with the path of a value for which no rule exists, and the reason. */
  readonly onOmitted: (path: string, reason: string) => void;
}

const MAX_DEPTH = 12;

/** Undefined if any rule could report a false positive. `sample` is a valid value. */
export function expectValue(shape: JsonShape, sample: Json, position: SchemaPosition): ExpectedValue | undefined {
  const types = allowedTypes(shape);
  if (position.depth > MAX_DEPTH) return expectPresence(sample, position, types);
  if (types?.size === 1 && types.has('object') && isJsonObject(sample)) return expectObject(shape, sample, position);
  if (types?.size === 1 && types.has('array') && isJsonArray(sample)) return expectArray(shape, sample, position);
  const isScalar = types !== undefined && !types.has('object') && !types.has('array');
  return isScalar ? expectScalar(shape, sample, { position, types }) : expectPresence(sample, position, types);
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
    if (path === undefined) position.onOmitted(`${position.path} ${name}`, 'a Pact path cannot express it');
    const expected = path === undefined ? undefined : expectValue(part(), value, childPosition(position, path));
    if (expected !== undefined) members.push([name, expected]);
  }
  return {
    example: Object.fromEntries(members.map(([name, { example }]) => [name, example])),
    rules: Object.assign({}, ...members.map(([, { rules }]) => rules)),
  };
}

/** Keys are arbitrary: `values` applies the rules of one value to all. */
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

/** If the example is empty, the verifier does not even check the number of items. */
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

/** `include` with an empty string accepts every value. It requires a scalar example and does not work at the root. */
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
  onOmitted(path, 'it can have several types, and Pact has no matcher for that');
  return undefined;
}

interface ScalarInput {
  readonly position: SchemaPosition;
  readonly types: ReadonlySet<TypeName>;
}

function expectScalar(shape: JsonShape, sample: Json, { position, types }: ScalarInput): ExpectedValue | undefined {
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

/**
 * The verifier's `boolean` accepts the string "true", and its `integer` rejects 4.0 and 2^64, so `type` and `number`
 * are used instead.
 */
function typeMatchers(type: TypeName, shape: JsonShape): readonly JsonObject[] {
  const { hasSafeRange } = shape;
  if (type === 'null') return [{ match: 'null' }];
  if (type === 'number') return [{ match: 'number' }];
  if (type === 'integer') return [{ match: 'number' }, ...(hasSafeRange ? [integerMatcher] : [])];
  const patterns = type === 'string' ? stringPatterns(shape).map(regexMatcher) : [];
  return [{ match: 'type' }, ...patterns];
}

/** If values are declared, they replace the patterns. */
function stringPatterns({ patterns, values }: JsonShape): readonly string[] {
  const rule = enumPattern(values);
  return rule === undefined ? patterns : [rule];
}

const integerMatcher: JsonObject = { match: 'regex', regex: '^-?[0-9]+(?:\\.0+)?$' };

/** One matcher, since OR cannot contain AND. The example's own type is `type`. */
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

/** Whether the verifier parses every number of a body exactly. */
export function isReadExactlyByVerifier(value: Json): boolean {
  if (isJsonArray(value)) return value.every(isReadExactlyByVerifier);
  if (isJsonObject(value)) return Object.values(value).every(isReadExactlyByVerifier);
  return !isNumeric(value) || !isInteger(value) || typeof value === 'number' || isInteger64(value);
}

/** The sample, or 1 for an integer that the verifier cannot parse exactly. */
function exactExample(sample: Json): Json {
  return typeof sample === 'bigint' && !isInteger64(sample) ? 1 : sample;
}

function isInteger64(value: bigint): boolean {
  return value >= -(2n ** 63n) && value < 2n ** 64n;
}
