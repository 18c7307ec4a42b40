/** Validates a value by a schema with exact integers, and reports the keyword and path of each violation. */
import type { Json } from '../json/exact-json.ts';
import type { Direction, Schema } from '../model/schema.ts';
import { evaluateSchema } from './evaluate-schema.ts';
import { createViolation } from './keyword-constraint.ts';
import { collectViolations, type ReportViolation, stopAtFirst, type ValidationContext } from './validation-context.ts';
import { describeValue, type Violation } from './violation.ts';

export { describeValue, describeViolation, formatPath, type Violation } from './violation.ts';

/** Returns the first 100 violations in the order of the document's keywords; empty if the value is valid. */
export function validate(schema: Schema, value: Json, direction: Direction): readonly Violation[] {
  const found: Violation[] = [];
  const context = createContext(schema, direction, collectViolations(found));
  if (evaluateWithinStack(schema, value, context) !== undefined) return found;
  const expected = 'a value with fewer levels of nesting';
  return [createViolation(schema, { keyword: 'depth', expected, received: describeValue(value) }, context)];
}

export function isValid(schema: Schema, value: Json, direction: Direction): boolean {
  return evaluateWithinStack(schema, value, createContext(schema, direction, stopAtFirst)) === true;
}

/** Undefined if a recursive schema and a deeply nested value overflow the stack. */
function evaluateWithinStack(schema: Schema, value: Json, context: ValidationContext): boolean | undefined {
  try {
    return evaluateSchema(schema, value, context);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function createContext(scope: Schema, direction: Direction, report: ReportViolation): ValidationContext {
  return {
    run: { direction, evaluate: evaluateSchema, report, cache: { acceptCount: 0, partCount: 0 } },
    parent: undefined,
    key: '',
    scope,
  };
}
