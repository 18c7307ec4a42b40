/**
 * The values of accepted bodies, by the names of their properties: an implementation may reject another body with a
 * value that has to be unique.
 */
import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { type Exchange, isSuccess, statusOf } from '../model/exchange.ts';
import type { RequestSpec } from '../model/request-spec.ts';

export interface AcceptedValues {
  /** Records the values of a body that was accepted. */
  record(operationId: string, requestSpec: RequestSpec, exchange: Exchange): void;
  has(property: string, value: Json): boolean;
  /** A text that differs only in case, accents, white space or punctuation. */
  hasSimilar(property: string, value: Json): boolean;
  /** Some different values of the property that this operation accepted. */
  acceptedBy(operationId: string, property: string): readonly Json[];
  /** How many different values of the property were accepted. */
  countOf(property: string): number;
  /** Two creates with different bodies had the value, without a deletion between them: it alone is not unique. */
  isShared(property: string, value: Json): boolean;
}

/** Larger bodies are not recorded in full, and neither are long runs. */
const MAX_VALUES_PER_BODY = 200;
const MAX_VALUES = 200_000;

/** The accepted bodies that had a value. */
interface Uses {
  /** How often another body than the one before had it, while nothing was deleted. */
  count: number;
  /** The last body, and how many deletions were accepted before it. */
  body: RequestSpec['body'];
  deletions: number;
}

export function createAcceptedValues(): AcceptedValues {
  const known = new Map<string, Uses>();
  const similar = new Set<string>();
  /** Texts that are not yet in `similar`: to normalize them takes time, and few runs compare texts. */
  const unread: (readonly [property: string, text: string])[] = [];
  const byOperation = new Map<string, Json[]>();
  const counts = new Map<string, number>();
  let deletions = 0;
  return {
    record(operationId, { value, body, method: overridden }, exchange) {
      if (!isSuccess(statusOf(exchange) ?? 0)) return;
      const { method } = exchange.request;
      if (method === 'DELETE') deletions++;
      if (value === undefined || overridden === 'GET') return;
      for (const [property, part] of Iterator.from(namedScalars(value)).take(MAX_VALUES_PER_BODY)) {
        addDistinct(byOperation, `${operationId} ${property}`, part);
        const key = keyFor(property, part);
        const before = known.get(key);
        if (before === undefined && known.size >= MAX_VALUES) continue;
        if (before === undefined) counts.set(property, (counts.get(property) ?? 0) + 1);
        const isOther = method === 'POST' && before?.deletions === deletions && before.body !== body;
        known.set(key, { count: (before?.count ?? 0) + (isOther ? 1 : 0), body, deletions });
        if (typeof part === 'string' && before === undefined) unread.push([property, part]);
      }
    },
    has: (property, value) => known.has(keyFor(property, value)),
    countOf: (property) => counts.get(property) ?? 0,
    acceptedBy: (operationId, property) => byOperation.get(`${operationId} ${property}`) ?? [],
    hasSimilar(property, value) {
      for (const [name, text] of unread.splice(0)) similar.add(similarKeyFor(name, text));
      return typeof value === 'string' && similar.has(similarKeyFor(property, value));
    },
    isShared: (property, value) => (known.get(keyFor(property, value))?.count ?? 0) > 0,
  };
}

const MAX_DISTINCT = 4;

function addDistinct(values: Map<string, Json[]>, key: string, value: Json): void {
  const known = values.get(key) ?? [];
  if (known.length < MAX_DISTINCT && !known.includes(value)) values.set(key, [...known, value]);
}

/** Names and values are compared as text, since a number may be the key in a path. */
function keyFor(property: string, value: Json): string {
  return `${property} ${typeof value === 'string' ? value : stringifyJson(value)}`;
}

/** Implementations may compare the slugs of texts, such as `green-box` for " Green  Box". */
function similarKeyFor(property: string, text: string): string {
  const slug = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return `${property} ${slug === '' ? text : slug}`;
}

function* namedScalars(value: Json, property = ''): Generator<readonly [property: string, value: Json]> {
  if (typeof value !== 'object' || value === null) {
    if (typeof value !== 'boolean' && value !== null) yield [property, value];
    return;
  }
  for (const [name, part] of Object.entries(value)) yield* namedScalars(part, Array.isArray(value) ? property : name);
}
