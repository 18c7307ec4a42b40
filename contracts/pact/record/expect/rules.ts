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
import { memberPath } from '../recorded.ts';
import type { Shape } from './shapes.ts';
import { valuesRule } from './text-rules.ts';

interface Expected {
  readonly example: Json;
  /** By path of the verifier's kind: `$.lines[*].size`. */
  readonly rules: JsonObject;
}

interface Scope {
  readonly path: string;
  /** Of the schema as far as it was followed. */
  readonly depth: number;
  /** Gets the path of what cannot be demanded, and why. */
  readonly leftOut: (path: string, reason: string) => void;
}

const DEEPEST = 12;

/** Undefined where nothing can be demanded without accusing a right answer. `sample` is a valid value. */
export function expectedOf(shape: Shape, sample: Json, scope: Scope): Expected | undefined {
  const types = typesOf(shape);
  if (scope.depth > DEEPEST) return presence(sample, scope, types);
  if (types?.size === 1 && types.has('object') && isJsonObject(sample)) return objectOf(shape, sample, scope);
  if (types?.size === 1 && types.has('array') && isJsonArray(sample)) return arrayOf(shape, sample, scope);
  const isScalar = types !== undefined && !types.has('object') && !types.has('array');
  return isScalar ? scalarOf(shape, sample, { scope, types }) : presence(sample, scope, types);
}

function typesOf({ types, values }: Shape): Shape['types'] {
  if (types === undefined || !types.has('number')) return values?.length === 0 ? undefined : types;
  return types.difference(new Set<TypeName>(['integer']));
}

function objectOf(shape: Shape, sample: JsonObject, scope: Scope): Expected | undefined {
  if (shape.required.size === 0 && shape.entries !== undefined) {
    const map = mapOf(shape, sample, scope);
    if (map !== undefined) return map;
  }
  const members: [string, Expected][] = [];
  for (const [name, part] of shape.required) {
    const value = Object.hasOwn(sample, name) ? sample[name] : undefined;
    const path = memberPath(scope.path, name);
    if (value === undefined) continue;
    if (path === undefined) scope.leftOut(`${scope.path} ${name}`, 'a path of Pact cannot name it');
    const found = path === undefined ? undefined : expectedOf(part(), value, below(scope, path));
    if (found !== undefined) members.push([name, found]);
  }
  return {
    example: Object.fromEntries(members.map(([name, { example }]) => [name, example])),
    rules: Object.assign({}, ...members.map(([, { rules }]) => rules)),
  };
}

/** Keys may be any: `values` holds each value to the rules of one. */
function mapOf({ entries, entrySample }: Shape, sample: JsonObject, scope: Scope): Expected | undefined {
  const [[name, value] = ['key', entrySample?.()]] = Object.entries(sample);
  if (entries === undefined || value === undefined) return undefined;
  const found = expectedOf(entries(), value, below(scope, `${scope.path}.*`));
  if (found === undefined) return undefined;
  return {
    example: Object.fromEntries([[name, found.example]]),
    rules: { [scope.path]: rule([{ match: 'values' }]), ...found.rules },
  };
}

/** Of an example without items the verifier would not even count them. */
function arrayOf({ items, minItems }: Shape, sample: readonly Json[], scope: Scope): Expected {
  const [first] = sample;
  const inside = below(scope, `${scope.path}[*]`);
  const found =
    first === undefined
      ? undefined
      : items === undefined
        ? presence(first, inside, undefined)
        : expectedOf(items(), first, inside);
  const counted = { match: 'type', min: found === undefined ? 0 : minItems };
  return {
    example: found === undefined ? [] : [found.example],
    rules: { [scope.path]: rule([counted]), ...found?.rules },
  };
}

/** `include` of an empty text takes every value there is. It needs an example that holds nothing, and is no root. */
function presence(sample: Json, { path, leftOut }: Scope, types: Shape['types']): Expected | undefined {
  const isScalar = !isJsonArray(sample) && !isJsonObject(sample);
  if (path !== '$' && (isScalar || types?.has('null') === true))
    return {
      example: isScalar ? sample : null,
      rules: { [path]: rule([{ match: 'include', value: '' }]) },
    };
  leftOut(path, 'it may be of several types, for which Pact has no matcher');
  return undefined;
}

interface ScalarInput {
  readonly scope: Scope;
  readonly types: ReadonlySet<TypeName>;
}

function scalarOf(shape: Shape, sample: Json, { scope, types }: ScalarInput): Expected | undefined {
  if (isJsonArray(sample) || isJsonObject(sample)) return presence(sample, scope, types);
  const [only] = types;
  const matchers =
    types.size === 1 && only !== undefined
      ? matchersFor(only, shape)
      : [...types].toSorted().map((type) => alternativeFor(type, shape, sample));
  return {
    example: plain(sample),
    rules: { [scope.path]: rule(matchers, types.size === 1 ? 'AND' : 'OR') },
  };
}

function rule(matchers: readonly JsonObject[], combine: 'AND' | 'OR' = 'AND'): JsonObject {
  return { combine, matchers };
}

function below({ depth, leftOut }: Scope, path: string): Scope {
  return { path, depth: depth + 1, leftOut };
}

/** The verifier's `boolean` takes the text "true", and its `integer` neither 4.0 nor 2^64, so both go by `type` and `number`. */
function matchersFor(type: TypeName, shape: Shape): readonly JsonObject[] {
  const { isNarrow } = shape;
  if (type === 'null') return [{ match: 'null' }];
  if (type === 'number') return [{ match: 'number' }];
  if (type === 'integer') return [{ match: 'number' }, ...(isNarrow ? [wholeNumber] : [])];
  const patterns = type === 'string' ? textsOf(shape).map(regex) : [];
  return [{ match: 'type' }, ...patterns];
}

/** The declared values say all that their pattern says. */
function textsOf({ texts, values }: Shape): readonly string[] {
  const rule = valuesRule(values);
  return rule === undefined ? texts : [rule];
}

const wholeNumber: JsonObject = { match: 'regex', regex: '^-?[0-9]+(?:\\.0+)?$' };

/** One matcher, since OR has no AND within it. `type` is that of the example. */
function alternativeFor(type: TypeName, shape: Shape, sample: Json): JsonObject {
  if (type === 'null') return { match: 'null' };
  if (type === 'number' || type === 'integer') return { match: 'number' };
  if (type === 'boolean') return { match: typeof sample === 'boolean' ? 'type' : 'boolean' };
  const [text] = textsOf(shape);
  if (text !== undefined) return regex(text);
  return typeof sample === 'string' ? { match: 'type' } : regex('(?s)^.*$');
}

function regex(pattern: string): JsonObject {
  return { match: 'regex', regex: pattern };
}

/** Whether the verifier reads every number of a body as it is written. */
export function isReadExactly(value: Json): boolean {
  if (isJsonArray(value)) return value.every(isReadExactly);
  if (isJsonObject(value)) return Object.values(value).every(isReadExactly);
  return !isNumeric(value) || !isInteger(value) || typeof value === 'number' || isInteger64(value);
}

/** A number that it reads as it is written, where it could not read this one. */
function plain(sample: Json): Json {
  return typeof sample === 'bigint' && !isInteger64(sample) ? 1 : sample;
}

function isInteger64(value: bigint): boolean {
  return value >= -(2n ** 63n) && value < 2n ** 64n;
}
