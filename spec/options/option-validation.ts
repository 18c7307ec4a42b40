/** Validates the options of the programmatic API, which JavaScript callers pass unchecked; errors name the option. */
import { KitError } from '../../errors.ts';
import { suggestName } from './suggest-name.ts';

export interface OptionType {
  /** Description of an allowed value for messages: `a string`. */
  readonly expected: string;
  /**
   * Describes a value of another type; undefined if the value is valid. Never includes the value, which may be a
   * secret.
   */
  readonly mismatch: (value: unknown) => string | undefined;
  /** Also rejects undefined. */
  readonly isRequired?: boolean;
}

/** One type for each option. */
export type OptionTypes = Readonly<Record<string, OptionType>>;

/**
 * Throws `option-invalid` for a non-object, an unknown option name, and a value of another type. An undefined value
 * counts as absent.
 */
export function checkOptions(given: unknown, types: OptionTypes): void {
  if (!isObject(given)) throw invalidOptionError(`options: expected an object, got ${describeType(given)}`);
  rejectUnknownOptions(given, Object.keys(types));
  for (const [name, { expected, mismatch, isRequired = false }] of Object.entries(types)) {
    const value: unknown = Reflect.get(given, name);
    if (value === undefined && !isRequired) continue;
    const received = mismatch(value);
    if (received !== undefined) throw invalidOptionError(`option ${name}: expected ${expected}, got ${received}`);
  }
}

export const stringOption = createOptionType('a string', (value) => typeof value === 'string');
export const numberOption = createOptionType('a number', (value) => typeof value === 'number');
export const booleanOption = createOptionType('a boolean', (value) => typeof value === 'boolean');
export const objectOption = createOptionType('an object', isObject);
export const functionOption = createOptionType('a function', (value) => typeof value === 'function');
export const urlOption = createOptionType('a string or a URL', isStringOrUrl);
export const documentOption = createOptionType(
  'a path, a URL, or the document as an object',
  (value) => typeof value === 'string' || isObject(value),
);

/** Checked by its members: test environments such as jsdom define separate classes. */
export const signalOption = createOptionType(
  'an AbortSignal',
  (value) => isObject(value) && 'aborted' in value && 'addEventListener' in value,
);

export function literalOption(expectedValue: boolean): OptionType {
  return createOptionType(String(expectedValue), (value) => value === expectedValue);
}

export function requiredOption(one: OptionType): OptionType {
  return { ...one, isRequired: true };
}

export function listOption(one: OptionType): OptionType {
  return {
    expected: `an array, each item ${one.expected}`,
    mismatch: (value) => (Array.isArray(value) ? describeMismatchWithin('an array', value, one) : describeType(value)),
  };
}

/** For options where an empty list would look like an absent one. */
export function nonEmptyListOption(one: OptionType): OptionType {
  const list = listOption(one);
  return {
    expected: `${list.expected}, with at least one item`,
    mismatch: (value) => (Array.isArray(value) && value.length === 0 ? 'an empty array' : list.mismatch(value)),
  };
}

/** An object with arbitrary keys. */
export function recordOption(one: OptionType): OptionType {
  return {
    expected: `an object, each value ${one.expected}`,
    mismatch: (value) =>
      isObject(value) ? describeMismatchWithin('an object', Object.values(value), one) : describeType(value),
  };
}

export function unionOption(...types: readonly OptionType[]): OptionType {
  return {
    expected: types.map(({ expected }) => expected).join('; or '),
    mismatch: (value) =>
      types.some(({ mismatch }) => mismatch(value) === undefined) ? undefined : describeType(value),
  };
}

/** Describes the type of a value without the value: `an array`, `null`. */
function describeType(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'an array' : typeDescriptions[typeof value];
}

const typeDescriptions = {
  bigint: 'a bigint',
  boolean: 'a boolean',
  function: 'a function',
  number: 'a number',
  object: 'an object',
  string: 'a string',
  symbol: 'a symbol',
  undefined: 'undefined',
};

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStringOrUrl(value: unknown): boolean {
  return typeof value === 'string' || (isObject(value) && 'href' in value && typeof value.href === 'string');
}

function createOptionType(expected: string, isValid: (value: unknown) => boolean): OptionType {
  return { expected, mismatch: (value) => (isValid(value) ? undefined : describeType(value)) };
}

function describeMismatchWithin(whole: string, values: readonly unknown[], one: OptionType): string | undefined {
  const [first] = Array.from(values, (value) => one.mismatch(value)).filter(
    (mismatchText) => mismatchText !== undefined,
  );
  return first === undefined ? undefined : `${whole} with ${first}`;
}

function rejectUnknownOptions(given: object, knownNames: readonly string[]): void {
  for (const name of Object.keys(given)) {
    if (knownNames.includes(name)) continue;
    const suggestion = suggestName(name, knownNames);
    const hint = suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`;
    throw invalidOptionError(`option ${name}: expected one of ${knownNames.join(', ')}${hint}`);
  }
}

function invalidOptionError(detail: string): KitError {
  return new KitError('option-invalid', detail, { fix: 'Use the option names and types given above.' });
}
