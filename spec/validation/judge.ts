/** Judges a value by all keywords of a schema. */
import {
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonArray,
  type JsonObject,
} from '../json/exact-json.ts';
import type { Schema } from '../model/schema.ts';
import { remembered } from '../remembered.ts';
import { judgesOfArray } from './arrays.ts';
import { judgesCombined } from './combined.ts';
import type { Context, Judge } from './context.ts';
import { demanding } from './demand.ts';
import { judgesOfNumber } from './numbers.ts';
import { judgesOfObject } from './objects.ts';
import { judgesOfAny, judgesOfString } from './values.ts';

/** In the order of their violations; the keywords of other types say nothing of a value. */
export function judge(schema: Schema, value: Json, context: Context): boolean {
  const judges = judgesOf(schema);
  return (
    all(judges.any, value, context) &&
    ofItsType(judges, value, context) &&
    all(judges.combined, value, context)
  );
}

function ofItsType(judges: Judges, value: Json, context: Context): boolean {
  if (typeof value === 'string') return all(judges.string, value, context);
  if (isNumeric(value)) return all(judges.number, value, context);
  if (isJsonArray(value)) return all(judges.array, value, context);
  return !isJsonObject(value) || all(judges.object, value, context);
}

function all<T extends Json>(judges: readonly Judge<T>[], value: T, context: Context): boolean {
  for (const each of judges) if (!each(value, context)) return false;
  return true;
}

/** The keywords that a schema has, found once: most have one or two. */
interface Judges {
  readonly any: readonly Judge[];
  readonly string: readonly Judge<string>[];
  readonly number: readonly Judge<number | bigint>[];
  readonly array: readonly Judge<JsonArray>[];
  readonly object: readonly Judge<JsonObject>[];
  readonly combined: readonly Judge[];
}

const judgesOf = remembered((schema: Schema): Judges => {
  if (!schema.possible) return { ...none, any: [nothing(schema)] };
  return {
    any: judgesOfAny(schema),
    string: judgesOfString(schema),
    number: judgesOfNumber(schema),
    array: judgesOfArray(schema),
    object: judgesOfObject(schema),
    combined: judgesCombined(schema),
  };
});

const none: Judges = { any: [], string: [], number: [], array: [], object: [], combined: [] };

function nothing(schema: Schema): Judge {
  return demanding(schema, { rule: 'false', holds: () => false, expected: () => 'nothing here' });
}
