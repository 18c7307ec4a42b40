/** Preferences of the client: `Prefer: code=400, example=missingName, dynamic=true, seed=7, delay=250` (RFC 7240). */
import { HttpError, quoteText } from '../http/http-error.ts';
import { decodeFormValue, type QueryField } from '../http/request-target.ts';
import { CONNECTION_FAULTS, type ConnectionFault, type Delay, parseDelay } from '../model/rule.ts';

export interface Preferences {
  /** From 200 to 599, declared or not. */
  readonly code?: number;
  /** The name of a declared example. */
  readonly example?: string;
  readonly dynamic?: boolean;
  readonly seed?: string;
  readonly delay?: Delay;
  readonly fault?: ConnectionFault;
}

/** `Prefer` takes precedence over Prism's query fields `__code`, `__example`, ...; unknown preferences are ignored. */
export function parsePreferences(prefer: string | undefined, query: readonly QueryField[]): Preferences | HttpError {
  if (prefer === undefined && query.length === 0) return noPreferences;
  const requested = new Map([...queryPreferences(query), ...parsePreferHeader(prefer ?? '')]);
  let preferences: Preferences = {};
  for (const [name, text] of requested) {
    const parser = preferenceParsers.get(name);
    const part = parser?.parse(text);
    if (parser !== undefined && part === undefined) return invalidPreference(name, parser.expected, text);
    preferences = { ...preferences, ...part };
  }
  return preferences;
}

const noPreferences: Preferences = {};

interface PreferenceParser {
  readonly expected: string;
  /** `undefined` for an invalid value. */
  readonly parse: (text: string) => Preferences | undefined;
}

const preferenceParsers: ReadonlyMap<string, PreferenceParser> = new Map<string, PreferenceParser>([
  ['code', { expected: 'a status from 200 to 599', parse: parseCode }],
  ['example', { expected: 'the name of an example', parse: (example) => (example === '' ? undefined : { example }) }],
  ['dynamic', { expected: 'true or false', parse: parseDynamic }],
  ['seed', { expected: 'a number or a string', parse: (seed) => (seed === '' ? undefined : { seed }) }],
  ['delay', { expected: 'milliseconds such as 250 or 100-300, at most ten minutes', parse: parseDelayPreference }],
  ['fault', { expected: `one of ${CONNECTION_FAULTS.join(', ')}`, parse: parseFault }],
]);

function parseCode(text: string): Preferences | undefined {
  return /^[2-5]\d\d$/.test(text) ? { code: Number(text) } : undefined;
}

function parseDynamic(text: string): Preferences | undefined {
  const lower = text.toLowerCase();
  return lower === 'true' || lower === 'false' ? { dynamic: lower === 'true' } : undefined;
}

function parseDelayPreference(text: string): Preferences | undefined {
  const delay = parseDelay(text);
  return delay === undefined ? undefined : { delay };
}

function parseFault(text: string): Preferences | undefined {
  const fault = CONNECTION_FAULTS.find((known) => known === text);
  return fault === undefined ? undefined : { fault };
}

/** The first field of a name wins, as in the header. */
function queryPreferences(query: readonly QueryField[]): readonly (readonly [string, string])[] {
  return query
    .filter(({ name }) => name.startsWith('__') && preferenceParsers.has(name.slice(2)))
    .map(({ name, rawValue }) => [name.slice(2), decodeFormValue(rawValue) ?? ''] as const)
    .toReversed();
}

/**
 * Values are tokens or quoted strings; the first of a name wins. Accepts commas and semicolons as separators, like
 * Prism.
 */
function parsePreferHeader(header: string): ReadonlyMap<string, string> {
  const preferenceTexts = new Map<string, string>();
  for (const [, name = '', text, token] of header.matchAll(
    /([^\s=,;"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/g,
  )) {
    const key = name.toLowerCase();
    if (!preferenceTexts.has(key)) preferenceTexts.set(key, text?.replace(/\\(.)/g, '$1') ?? token ?? '');
  }
  return preferenceTexts;
}

function invalidPreference(name: string, expected: string, received: string): HttpError {
  return new HttpError('prefer', `Prefer: ${name}: expected ${expected}, got ${quoteText(received)}`);
}
