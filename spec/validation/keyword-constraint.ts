/** Keywords that look at a value alone, and how a violation of a keyword is put. */
import type { Json } from '../json/exact-json.ts';
import { type Schema, toKeywordPlace } from '../model/schema.ts';
import { type KeywordValidator, type ValidationContext, valuePath } from './validation-context.ts';
import { describeValue, type Violation } from './violation.ts';

export interface KeywordConstraint<T extends Json> {
  readonly keyword: string;
  readonly isMet: (value: T) => boolean;
  /** A noun phrase. */
  readonly expected: () => string;
  /** What is wrong about the value, where that is not the value itself. */
  readonly received?: (value: T) => string;
}

export function constraintValidator<T extends Json>(
  schema: Schema,
  constraint: KeywordConstraint<T>,
): KeywordValidator<T> {
  const { keyword, isMet, expected, received = describeValue } = constraint;
  return (value, context) =>
    isMet(value) ||
    context.run.report(() =>
      createViolation(schema, { keyword, expected: expected(), received: received(value) }, context),
    );
}

/** Of many keywords a schema has few. */
export function definedValidators<T extends Json>(
  validators: readonly (KeywordValidator<T> | undefined)[],
): readonly KeywordValidator<T>[] {
  return validators.filter((validator) => validator !== undefined);
}

type ViolationText = Pick<Violation, 'keyword' | 'expected' | 'received'>;

export function createViolation(schema: Schema, text: ViolationText, context: ValidationContext): Violation {
  return createViolationAt(schema, text, valuePath(context));
}

export function missingViolation(schema: Schema, keyword: string, path: Violation['path']): Violation {
  return createViolationAt(
    schema,
    { keyword, expected: 'a value (the property is required)', received: 'nothing' },
    path,
  );
}

/** A value where there should be none. */
export function unexpectedViolation(
  { schema, rule: keyword, value }: { readonly schema: Schema; readonly rule: string; readonly value: Json },
  path: Violation['path'],
): Violation {
  return createViolationAt(schema, { keyword, expected: 'no such property', received: describeValue(value) }, path);
}

function createViolationAt(
  schema: Schema,
  { keyword, expected, received }: ViolationText,
  path: Violation['path'],
): Violation {
  return { keyword, path, place: toKeywordPlace(schema, keyword), expected, received };
}
