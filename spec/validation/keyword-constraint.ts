/** Keywords that depend only on the value itself, and the violations of keywords. */
import type { Json } from '../json/exact-json.ts';
import { type Schema, toKeywordPlace } from '../model/schema.ts';
import { type KeywordValidator, type ValidationContext, valuePath } from './validation-context.ts';
import { describeValue, type Violation } from './violation.ts';

export interface KeywordConstraint<T extends Json> {
  readonly keyword: string;
  readonly isMet: (value: T) => boolean;
  /** A noun phrase. */
  readonly expected: () => string;
  /** Describes what is wrong, if that is not the value itself. */
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

/** Filters the absent keywords: a schema has few of them. */
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

/** Creates the violation for a property that must not exist. */
export function unexpectedViolation(
  { schema, keyword, value }: { readonly schema: Schema; readonly keyword: string; readonly value: Json },
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
