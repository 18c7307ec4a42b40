/** Judges a value by a schema, integers exactly, and says of each violation which keyword it breaks and where. */
import type { Json } from '../json/exact-json.ts';
import type { Direction, Schema } from '../model/schema.ts';
import { atFirst, type Context, collecting, type Report } from './context.ts';
import { violation } from './demand.ts';
import { judge } from './judge.ts';
import { describeValue, type Violation } from './violation.ts';

export { describeValue, describeViolation, formatPath, type Violation } from './violation.ts';

/** The first 100 violations in the order of the document's keywords; none when the value is valid. */
export function validate(schema: Schema, value: Json, direction: Direction): readonly Violation[] {
  const found: Violation[] = [];
  const context = contextOf(schema, direction, collecting(found));
  if (withinStack(schema, value, context) !== undefined) return found;
  const expected = 'a value that is nested less deep';
  return [violation(schema, { rule: 'depth', expected, received: describeValue(value) }, context)];
}

export function isValid(schema: Schema, value: Json, direction: Direction): boolean {
  return withinStack(schema, value, contextOf(schema, direction, atFirst)) === true;
}

/** Undefined where a recursive schema follows a value of very many levels down, deeper than the stack. */
function withinStack(schema: Schema, value: Json, context: Context): boolean | undefined {
  try {
    return judge(schema, value, context);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function contextOf(scope: Schema, direction: Direction, report: Report): Context {
  return {
    run: { direction, judge, report, memory: { asked: 0, parts: 0 } },
    above: undefined,
    key: '',
    scope,
  };
}
