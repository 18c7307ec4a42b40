/** Judges a value by a schema, integers exactly, and says of each violation which keyword it breaks and where. */
import { isJsonArray, isNumeric, type Json } from './exact-json.ts';
import { judgeArray } from './judging/arrays.ts';
import { judgeCombined } from './judging/combined.ts';
import { accepts, type Context, isCombined, type Judge, violation } from './judging/context.ts';
import { judgeObject } from './judging/objects.ts';
import { judgeAnyType, judgeNumber, judgeString } from './judging/values.ts';
import type { Violation } from './judging/violation.ts';
import type { Direction, Schema } from './schema.ts';

export { describeValue, describeViolation, formatPath, type Violation } from './judging/violation.ts';

/** Nobody reads more, and a hostile value of millions of wrong items must not cost as many violations. */
const MOST_VIOLATIONS = 100;

/** The first violations in the order of the document's keywords; none when the value is valid. */
export function validate(schema: Schema, value: Json, direction: Direction): readonly Violation[] {
  const context = contextOf(schema, direction);
  return withinStack(
    () => judge(schema, value, context).take(MOST_VIOLATIONS).toArray(),
    () => [violation(schema, 'depth', 'a value that is nested less deep', value, context)],
  );
}

export function isValid(schema: Schema, value: Json, direction: Direction): boolean {
  return withinStack(
    () => accepts(schema, value, contextOf(schema, direction)),
    () => false,
  );
}

/** A recursive schema follows the value down; one of some hundred levels may be deeper than the stack. */
function withinStack<T>(judgeAll: () => T, tooDeep: () => T): T {
  try {
    return judgeAll();
  } catch (error) {
    if (error instanceof RangeError) return tooDeep();
    throw error;
  }
}

function contextOf(schema: Schema, direction: Direction): Context {
  return { direction, judge, at: [], scope: schema, brief: false, verdicts: new Map(), closest: new Map() };
}

function* judge(schema: Schema, value: Json, context: Context): Generator<Violation> {
  if (!schema.possible) {
    yield violation(schema, 'false', 'nothing here', value, context);
    return;
  }
  yield* judgeAnyType(schema, value, context);
  yield* ofType(value)(schema, value, context);
  if (isCombined(schema)) yield* judgeCombined(schema, value, context);
}

/** The keywords of other types say nothing of a value, and most values are judged by no more than these. */
function ofType(value: Json): Judge {
  if (typeof value === 'string') return judgeString;
  if (isNumeric(value)) return judgeNumber;
  return isJsonArray(value) ? judgeArray : judgeObject;
}
