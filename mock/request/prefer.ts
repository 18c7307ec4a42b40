/** What the client asks the mock for: `Prefer: code=400, example=missingName, dynamic=true, seed=7, delay=250` (RFC 7240). */
import { quoted, Refusal } from '../refusals.ts';
import { type Delay, parseDelay } from '../scenario/delay.ts';
import { CONNECTION_FAULTS, type ConnectionFault } from '../scenario/rule.ts';
import { decodeField, type QueryField } from './target.ts';

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
  const wanted = new Map([...queryWishes(query), ...parsePrefer(prefer ?? '')]);
  const code = wanted.get('code');
  if (code !== undefined && !/^[2-5]\d\d$/.test(code))
    return refused('code', 'a status from 200 to 599', code);
  const dynamic = wanted.get('dynamic');
  if (dynamic !== undefined && dynamic !== 'true' && dynamic !== 'false') {
    return refused('dynamic', 'true or false', dynamic);
  }
  const delay = wanted.get('delay');
  const parsedDelay = delay === undefined ? undefined : parseDelay(delay);
  if (delay !== undefined && parsedDelay === undefined)
    return refused('delay', 'milliseconds such as 250 or 100-300, at most ten minutes', delay);
  const fault = wanted.get('fault');
  const knownFault = CONNECTION_FAULTS.find((known) => known === fault);
  if (fault !== undefined && knownFault === undefined)
    return refused('fault', `one of ${CONNECTION_FAULTS.join(', ')}`, fault);
  const example = wanted.get('example');
  const seed = wanted.get('seed');
  return {
    ...(code === undefined ? {} : { code: Number(code) }),
    ...(dynamic === undefined ? {} : { dynamic: dynamic === 'true' }),
    ...(example === undefined ? {} : { example }),
    ...(seed === undefined ? {} : { seed }),
    ...(parsedDelay === undefined ? {} : { delay: parsedDelay }),
    ...(knownFault === undefined ? {} : { fault: knownFault }),
  };
}

function queryWishes(query: readonly QueryField[]): readonly (readonly [string, string])[] {
  return query
    .filter((field) => /^__(code|example|dynamic|seed|delay|fault)$/.test(field.name))
    .map((field) => [field.name.slice(2), decodeField(field.rawValue) ?? '']);
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
