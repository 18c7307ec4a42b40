/** The values of an entry: with environment variables replaced, and valid for their schema. */
import { KitError } from '../../../errors.ts';
import { isJsonArray, isJsonObject, type Json, parseJson } from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';
import { formatPlace, type Place } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { formatPosition } from '../../../spec/source/source-column.ts';
import { findLine, type SourceFile } from '../../../spec/source/source-file.ts';
import { formatPath, isValid, validate } from '../../../spec/validation/validate.ts';
import { replaceVariables, variablesIn } from '../environment.ts';

/** What stands at a place in the file. */
export interface GivenValue {
  readonly file: SourceFile;
  readonly pointer: string;
  readonly given: Json;
}

/** What the values are for. `place`: in the document. */
export interface ValueSchema {
  readonly schema: Schema | undefined;
  readonly place: Place;
}

/**
 * A list gives several values, unless it is itself a valid value and its items are not. Throws `config-invalid` for an
 * invalid one, without showing what comes from the environment.
 */
export function resolveValues(value: GivenValue, wanted: ValueSchema): readonly Json[] {
  const { given, pointer } = value;
  if (!isJsonArray(given)) return [resolveOne(value, wanted)];
  const items = given.map((item, index) => ({ ...value, given: item, pointer: joinPointer(pointer, index) }));
  if (items.length > 0 && items.every((item) => firstValid(item, wanted) !== undefined))
    return items.map((item) => resolveOne(item, wanted));
  const whole = firstValid(value, wanted);
  if (whole !== undefined) return [whole];
  return items.map((item) => resolveOne(item, wanted)).concat(items.length === 0 ? [resolveOne(value, wanted)] : []);
}

function resolveOne(value: GivenValue, wanted: ValueSchema): Json {
  const { file, pointer, given } = value;
  const found = firstValid(value, wanted);
  if (found !== undefined) return found;
  const [violation] = wanted.schema === undefined ? [] : validate(wanted.schema, readings(value)[0] ?? null, 'request');
  const { path = [], expected = 'another value', received = '' } = violation ?? {};
  const hasVariable = [...textsIn(given)].some((text) => variablesIn(text).length > 0);
  const name = formatPath(path, pointer.split('/').at(-1) ?? 'the value');
  throw new KitError(
    'config-invalid',
    `${name}: the contract expects ${expected}, got ${hasVariable ? 'another value from the environment' : received}`,
    {
      where: formatPosition(file, path.reduce<string>(joinPointer, pointer)),
      fix: `Give a value that ${formatPlace(wanted.place)} allows.`,
    },
  );
}

function firstValid(value: GivenValue, { schema }: ValueSchema): Json | undefined {
  return readings(value).find((one) => schema === undefined || isValid(schema, one, 'request'));
}

/** A variable is text; where that is not valid, it may be a number, a boolean or null. */
function readings({ given, file, pointer }: GivenValue): readonly Json[] {
  const replace = (parse: (text: string) => Json) => (text: string) =>
    variablesIn(text).length === 0 && !text.includes('$${') ? text : parse(replaceVariables(text, { file, pointer }));
  return [
    mapTexts(
      given,
      replace((text) => text),
    ),
    mapTexts(given, replace(parseScalar)),
  ];
}

function parseScalar(text: string): Json {
  const parsed = parseJson(text);
  return parsed.ok && (typeof parsed.value !== 'object' || parsed.value === null) ? parsed.value : text;
}

function mapTexts(value: Json, change: (text: string) => Json): Json {
  if (typeof value === 'string') return change(value);
  if (isJsonArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapTexts(part, change)]));
}

function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (isJsonArray(value) || isJsonObject(value)) for (const part of Object.values(value)) yield* textsIn(part);
}

/** The place of a value in the file. */
export function placeOf({ file, pointer }: Pick<GivenValue, 'file' | 'pointer'>): Place {
  return { file: file.name, pointer, line: findLine(file, pointer) };
}
