/** Names of secret fields, declared by a contract or well known, and the ranges of secrets in a text. */
import { escapeRegExp } from '../../../sanitize.ts';

export interface SecretNames {
  readonly has: (name: string) => boolean;
  /** False only if no field in the text can have one of the names, which allows skipping most texts. */
  readonly mayOccurIn: (text: string) => boolean;
}

/**
 * Names from OAuth 2.0 (RFC 6749, 7521, 7636) and common login forms. They need not be declared: an app may send them
 * to a path that does not exist.
 */
const wellKnownNames = [
  'password',
  'passwd',
  'passphrase',
  'new_password',
  'old_password',
  'current_password',
  'confirm_password',
  'password_confirmation',
  'client_secret',
  'client_assertion',
  'code_verifier',
  'access_token',
  'refresh_token',
  'id_token',
  'api_key',
];

/** `newPassword`, `new_password` and `New-Password` are equal. */
export function secretNames(declared: Iterable<string>): SecretNames {
  const names = new Set([...wellKnownNames, ...declared].map(normalizeName));
  const pattern = new RegExp([...names].map(namePattern).join('|'), 'iu');
  return {
    has: (name) => names.has(normalizeName(name)),
    mayOccurIn: (text) => MAY_ESCAPE.test(text) || pattern.test(text),
  };
}

/** Keeps a name that consists of separators only. */
function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '') || name;
}

function namePattern(name: string): string {
  return [...name].map(characterPattern).join('[_-]*');
}

/** A form may encode a space as a plus. */
function characterPattern(character: string): string {
  return character === ' ' ? '[ +]' : escapeRegExp(character);
}

/** A name may contain escapes or be encoded in UTF-16. */
const MAY_ESCAPE = /\\[ux]|%[0-9a-f]|\0/i;

/** The position of a secret in a text. */
export interface SecretRange {
  readonly from: number;
  /** The index after the last character. */
  readonly to: number;
  /** The values in the range, unescaped as far as possible. */
  readonly secrets: readonly string[];
  /** The text that replaces the secret. */
  readonly replacement: string;
}

/** Replaces each range; overlapping ranges are replaced as one. */
export function replaceRanges(text: string, ranges: readonly SecretRange[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { from, to, replacement } of ranges.toSorted((one, other) => one.from - other.from)) {
    if (from >= end) pieces.push(text.slice(end, from), replacement);
    end = Math.max(end, to);
  }
  return [...pieces, text.slice(end)].join('');
}
