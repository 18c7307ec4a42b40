/** What the client asks the mock for: `Prefer: code=400, example=missingName, dynamic=true, seed=7` (RFC 7240). */
import { quoted, Refusal } from '../refusals.ts';
import { decodeField, type QueryField } from './target.ts';

export interface Wish {
  /** 200 to 599, declared or not. */
  readonly code?: number;
  /** The name of a declared example. */
  readonly example?: string;
  readonly dynamic?: boolean;
  readonly seed?: string;
}

/** `Prefer` wins over Prism's query fields `__code`, `__example`, `__dynamic`, `__seed`; other preferences are ignored. */
export function readWish(prefer: string | undefined, query: readonly QueryField[]): Wish | Refusal {
  const wanted = new Map([...queryWishes(query), ...parsePrefer(prefer ?? '')]);
  const code = wanted.get('code');
  if (code !== undefined && !/^[2-5]\d\d$/.test(code))
    return refused('code', 'a status from 200 to 599', code);
  const dynamic = wanted.get('dynamic');
  if (dynamic !== undefined && dynamic !== 'true' && dynamic !== 'false') {
    return refused('dynamic', 'true or false', dynamic);
  }
  const example = wanted.get('example');
  const seed = wanted.get('seed');
  return {
    ...(code === undefined ? {} : { code: Number(code) }),
    ...(dynamic === undefined ? {} : { dynamic: dynamic === 'true' }),
    ...(example === undefined ? {} : { example }),
    ...(seed === undefined ? {} : { seed }),
  };
}

function queryWishes(query: readonly QueryField[]): readonly (readonly [string, string])[] {
  return query
    .filter((field) => /^__(code|example|dynamic|seed)$/.test(field.name))
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
