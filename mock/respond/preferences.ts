/** What the client asks the mock for: `Prefer: code=400, example=missingName, dynamic=true, seed=7, delay=250` (RFC 7240). */
import { quoted, Refusal } from '../http/refusals.ts';
import { decodeField, type QueryField } from '../http/target.ts';
import { CONNECTION_FAULTS, type ConnectionFault, type Delay, parseDelay } from '../model/rule.ts';

export interface Wish {
  /** 200 to 599, declared or not. */
  readonly code?: number;
  /** The name of a declared example. */
  readonly example?: string;
  readonly dynamic?: boolean;
  readonly seed?: string;
  readonly delay?: Delay;
  readonly fault?: ConnectionFault;
}

/** `Prefer` wins over Prism's query fields `__code`, `__example`, ... of the same names; other preferences are ignored. */
export function readWish(prefer: string | undefined, query: readonly QueryField[]): Wish | Refusal {
  if (prefer === undefined && query.length === 0) return noWish;
  const wanted = new Map([...queryWishes(query), ...parsePrefer(prefer ?? '')]);
  let wish: Wish = {};
  for (const [name, text] of wanted) {
    const reader = readers.get(name);
    const part = reader?.read(text);
    if (reader !== undefined && part === undefined) return refused(name, reader.expected, text);
    wish = { ...wish, ...part };
  }
  return wish;
}

const noWish: Wish = {};

interface WishReader {
  readonly expected: string;
  /** `undefined` for a value that is none. */
  readonly read: (text: string) => Wish | undefined;
}

const readers: ReadonlyMap<string, WishReader> = new Map<string, WishReader>([
  ['code', { expected: 'a status from 200 to 599', read: readCode }],
  [
    'example',
    { expected: 'the name of an example', read: (example) => (example === '' ? undefined : { example }) },
  ],
  ['dynamic', { expected: 'true or false', read: readDynamic }],
  ['seed', { expected: 'a number or a text', read: (seed) => (seed === '' ? undefined : { seed }) }],
  ['delay', { expected: 'milliseconds such as 250 or 100-300, at most ten minutes', read: readDelay }],
  ['fault', { expected: `one of ${CONNECTION_FAULTS.join(', ')}`, read: readFault }],
]);

function readCode(text: string): Wish | undefined {
  return /^[2-5]\d\d$/.test(text) ? { code: Number(text) } : undefined;
}

function readDynamic(text: string): Wish | undefined {
  const lower = text.toLowerCase();
  return lower === 'true' || lower === 'false' ? { dynamic: lower === 'true' } : undefined;
}

function readDelay(text: string): Wish | undefined {
  const delay = parseDelay(text);
  return delay === undefined ? undefined : { delay };
}

function readFault(text: string): Wish | undefined {
  const fault = CONNECTION_FAULTS.find((known) => known === text);
  return fault === undefined ? undefined : { fault };
}

/** The first of a name counts, as in the header. */
function queryWishes(query: readonly QueryField[]): readonly (readonly [string, string])[] {
  return query
    .filter(({ name }) => name.startsWith('__') && readers.has(name.slice(2)))
    .map(({ name, rawValue }) => [name.slice(2), decodeField(rawValue) ?? ''] as const)
    .toReversed();
}

/** Values are tokens or quoted strings; the first of a name counts. A comma or semicolon divides, as Prism takes both. */
function parsePrefer(header: string): ReadonlyMap<string, string> {
  const wishes = new Map<string, string>();
  for (const [, name = '', text, token] of header.matchAll(
    /([^\s=,;"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/g,
  )) {
    const key = name.toLowerCase();
    if (!wishes.has(key)) wishes.set(key, text?.replace(/\\(.)/g, '$1') ?? token ?? '');
  }
  return wishes;
}

function refused(name: string, expected: string, received: string): Refusal {
  return new Refusal('prefer', `Prefer: ${name}: expected ${expected}, got ${quoted(received)}`);
}
