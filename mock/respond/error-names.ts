/** The words that contracts list for the kind of an error: `enum: [invalid, not_found]`. */
import { STATUS_CODES } from '../http/node-http.ts';

const synonyms: Readonly<Record<number, readonly string[]>> = {
  400: ['invalid request', 'validation error', 'validation failed', 'invalid'],
  401: ['unauthenticated', 'authentication required', 'authentication error'],
  403: ['access denied', 'permission denied'],
  404: ['resource not found', 'unknown'],
  409: ['already exists', 'duplicate'],
  422: ['validation error', 'validation failed', 'unprocessable', 'invalid request', 'invalid'],
  429: ['rate limited', 'rate limit exceeded', 'rate limit'],
  500: ['internal error', 'server error', 'internal'],
  503: ['unavailable'],
};

/** Best first, each in every spelling that is in use: `not_found`, `NOT_FOUND`, `not-found`, `notFound`, `NotFound`. */
export function errorNames(status: number): readonly string[] {
  const known = namesByStatus.get(status) ?? namesOf(status);
  namesByStatus.set(status, known);
  return known;
}

const namesByStatus = new Map<number, readonly string[]>();

function namesOf(status: number): readonly string[] {
  const title = STATUS_CODES[status];
  const names = [...(title === undefined ? [] : [title]), ...(synonyms[status] ?? [])];
  return names.flatMap((name) => spellings(name.toLowerCase().split(/[^a-z]+/)));
}

function spellings(words: readonly string[]): readonly string[] {
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const [snake, kebab] = [words.join('_'), words.join('-')];
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return [snake, snake.toUpperCase(), kebab, camel, pascal, words.join(' ')];
}
