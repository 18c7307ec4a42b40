/**
 * Names of fields that hold secrets, those that a contract declares and those that hold one wherever they stand; and where
 * secrets stand in a text.
 */

export interface SecretNames {
  readonly has: (name: string) => boolean;
  /** False only for a text in which no field can have one of the names: most texts need no closer look. */
  readonly mayOccurIn: (text: string) => boolean;
}

/**
 * What OAuth 2.0 (RFC 6749, 7521, 7636) and most login forms call them. No contract has to declare these: an app may send them
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

/** `newPassword`, `new_password` and `New-Password` are one name. */
export function secretNames(declared: Iterable<string>): SecretNames {
  const names = new Set([...wellKnownNames, ...declared].map(normalizeName));
  const pattern = new RegExp([...names].map(namePattern).join('|'), 'iu');
  return {
    has: (name) => names.has(normalizeName(name)),
    mayOccurIn: (text) => MAY_ESCAPE.test(text) || pattern.test(text),
  };
}

/** Nothing of a name is left where it consists of separators alone. */
function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '') || name;
}

function namePattern(name: string): string {
  return [...name].map(characterPattern).join('[_-]*');
}

/** A space may be a plus, in forms. */
function characterPattern(character: string): string {
  return character === ' ' ? '[ +]' : RegExp.escape(character);
}

/** A name may be written with escapes, or in UTF-16. */
const MAY_ESCAPE = /\\[ux]|%[0-9a-f]|\0/i;

/** Where a secret stands in a text. */
export interface SecretRange {
  readonly from: number;
  /** Behind the last character. */
  readonly to: number;
  /** What stands there, without escapes as far as they are known. */
  readonly secrets: readonly string[];
  /** What is shown in its place. */
  readonly replacement: string;
}

/** Replaces each; where some overlap, nothing of any is left. */
export function replaceRanges(text: string, ranges: readonly SecretRange[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { from, to, replacement } of ranges.toSorted((one, other) => one.from - other.from)) {
    if (from >= end) pieces.push(text.slice(end, from), replacement);
    end = Math.max(end, to);
  }
  return [...pieces, text.slice(end)].join('');
}
