/** Keywords that look at a value alone, and how a violation of a keyword is put. */
import type { Json } from '../json/exact-json.ts';
import { keywordPlace, type Schema } from '../model/schema.ts';
import { type Context, type Judge, pathOf } from './context.ts';
import { describeValue, type Violation } from './violation.ts';

export interface Demand<T extends Json> {
  readonly rule: string;
  readonly holds: (value: T) => boolean;
  /** A noun phrase. */
  readonly expected: () => string;
  /** What is wrong about the value, where that is not the value itself. */
  readonly received?: (value: T) => string;
}

export function demanding<T extends Json>(schema: Schema, demand: Demand<T>): Judge<T> {
  const { rule, holds, expected, received = describeValue } = demand;
  return (value, context) =>
    holds(value) ||
    context.run.report(() =>
      violation(schema, { rule, expected: expected(), received: received(value) }, context),
    );
}

/** Of many keywords a schema has few. */
export function present<T extends Json>(judges: readonly (Judge<T> | undefined)[]): readonly Judge<T>[] {
  return judges.filter((judge) => judge !== undefined);
}

type Said = Pick<Violation, 'rule' | 'expected' | 'received'>;

export function violation(schema: Schema, said: Said, context: Context): Violation {
  return violationAt(schema, said, pathOf(context));
}

export function missing(schema: Schema, rule: string, at: Violation['at']): Violation {
  return violationAt(
    schema,
    { rule, expected: 'a value (the property is required)', received: 'nothing' },
    at,
  );
}

/** A value where there should be none. */
export function unexpected(
  { schema, rule, value }: { readonly schema: Schema; readonly rule: string; readonly value: Json },
  at: Violation['at'],
): Violation {
  return violationAt(schema, { rule, expected: 'no such property', received: describeValue(value) }, at);
}

function violationAt(schema: Schema, { rule, expected, received }: Said, at: Violation['at']): Violation {
  return { rule, at, place: keywordPlace(schema, rule), expected, received };
}
