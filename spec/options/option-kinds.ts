/** Options of programs, which nothing else checks in JavaScript: in comes what was given, what cannot be is refused by name. */
import { KitError } from '../../errors.ts';
import { closest } from './closest.ts';

export interface Kind {
  /** What is said to whoever gave another: `a text`. */
  readonly expected: string;
  /** What a value is instead; undefined when it fits. A value itself is never told, as it may be a secret. */
  readonly misfit: (value: unknown) => string | undefined;
  /** Refuses undefined, too. */
  readonly isNeeded?: boolean;
}

/** One for each option. */
type Kinds = Readonly<Record<string, Kind>>;

/**
 * Throws `option-invalid` for what is no object, a name that is none of the known ones, and a value of another kind;
 * undefined is the same as not given.
 */
export function checkOptions(given: unknown, kinds: Kinds): void {
  if (!isObject(given)) throw invalid(`options: expected an object, got ${nameOf(given)}`);
  refuseUnknown(given, Object.keys(kinds));
  for (const [name, { expected, misfit, isNeeded = false }] of Object.entries(kinds)) {
    const value: unknown = Reflect.get(given, name);
    if (value === undefined && !isNeeded) continue;
    const got = misfit(value);
    if (got !== undefined) throw invalid(`option ${name}: expected ${expected}, got ${got}`);
  }
}

export const text = kind('a text', (value) => typeof value === 'string');
export const number = kind('a number', (value) => typeof value === 'number');
export const flag = kind('true or false', (value) => typeof value === 'boolean');
export const object = kind('an object', isObject);
export const call = kind('a function', (value) => typeof value === 'function');
export const address = kind('a text or a URL', isAddress);
export const document = kind(
  'a path, a URL, or the document as an object',
  (value) => typeof value === 'string' || isObject(value),
);

/** Known by what it can do: test environments such as jsdom bring classes of their own. */
export const signal = kind(
  'an AbortSignal',
  (value) => isObject(value) && 'aborted' in value && 'addEventListener' in value,
);

export function only(wanted: boolean): Kind {
  return kind(String(wanted), (value) => value === wanted);
}

export function needed(one: Kind): Kind {
  return { ...one, isNeeded: true };
}

export function listOf(one: Kind): Kind {
  return {
    expected: `a list, each entry ${one.expected}`,
    misfit: (value) => (Array.isArray(value) ? within('a list', value, one) : nameOf(value)),
  };
}

/** For where an empty list would be taken for nothing given. */
export function someOf(one: Kind): Kind {
  const list = listOf(one);
  return {
    expected: `${list.expected}, and at least one`,
    misfit: (value) => (Array.isArray(value) && value.length === 0 ? 'an empty list' : list.misfit(value)),
  };
}

/** An object whose names are free. */
export function namesTo(one: Kind): Kind {
  return {
    expected: `an object, each value ${one.expected}`,
    misfit: (value) => (isObject(value) ? within('an object', Object.values(value), one) : nameOf(value)),
  };
}

export function either(...some: readonly Kind[]): Kind {
  return {
    expected: some.map(({ expected }) => expected).join('; or '),
    misfit: (value) => (some.some(({ misfit }) => misfit(value) === undefined) ? undefined : nameOf(value)),
  };
}

/** What somebody gave, without its value: `a list`, `null`. */
function nameOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'a list' : names[typeof value];
}

const names = {
  bigint: 'a bigint',
  boolean: 'a boolean',
  function: 'a function',
  number: 'a number',
  object: 'an object',
  string: 'a text',
  symbol: 'a symbol',
  undefined: 'undefined',
};

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' || (isObject(value) && 'href' in value && typeof value.href === 'string');
}

function kind(expected: string, fits: (value: unknown) => boolean): Kind {
  return { expected, misfit: (value) => (fits(value) ? undefined : nameOf(value)) };
}

function within(whole: string, values: readonly unknown[], one: Kind): string | undefined {
  const [first] = Array.from(values, (value) => one.misfit(value)).filter((wrong) => wrong !== undefined);
  return first === undefined ? undefined : `${whole} with ${first}`;
}

function refuseUnknown(given: object, known: readonly string[]): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const meant = closest(name, known);
    const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
    throw invalid(`option ${name}: expected one of ${known.join(', ')}${hint}`);
  }
}

function invalid(detail: string): KitError {
  return new KitError('option-invalid', detail, { fix: 'Give options of the names and kinds named above.' });
}
