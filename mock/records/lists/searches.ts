/** Query parameters whose names imply a search in the texts of records: `q`, `search`, `name_contains`. */
import { escapeRegExp } from '../../../sanitize.ts';
import type { Operation, Parameter } from '../../../spec/model/contract.ts';
import { lettersOf } from '../../../spec/model/name-parts.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { composedSchemas, declaredProperties, declaredTypes } from '../../../spec/model/schema-view.ts';
import { listParameters } from '../../../spec/resources/list-parameters.ts';
import { isTemporal } from './bounds.ts';

export interface ImpliedSearch {
  readonly parameter: Parameter;
  /** Only in these properties; undefined for all texts. */
  readonly properties: readonly string[] | undefined;
}

export function findImpliedSearches(operation: Operation, item: Schema): readonly ImpliedSearch[] {
  const { pagination, sort, order } = listParameters(operation, item);
  const known = new Set([...pagination.values(), sort, order]);
  const declared = declaredProperties(item);
  return operation.parameters
    .filter((one) => one.in === 'query' && one.content.length === 0 && !known.has(one) && !declared.has(one.name))
    .flatMap((parameter) => findSearch(parameter, declared) ?? []);
}

const SEARCH =
  /^(?:q|search|query|term|terms|keyword|keywords|searchterms?|searchtext|searchquery|searchstring|fulltext|freetext)$/;
const SEARCH_SENTENCE =
  /\bsearch(?:es)? (?:text|term|for|in|the|across|by)|\b(?:full|free)[- ]?text\b|\btext search|\bcontaining\b/i;

/** A language of its own, or a search by meaning: what that finds is unknown. */
const OTHER_LANGUAGE =
  /\b(?:expressions?|syntax|operators?|language|lucene|[jckx]?sql|jql|kql|cql|odata|qualifiers?|regex\w*|regular|xpath|json ?path|jmespath|wildcards?|rsql|fiql|cel|vector|semantic|embedding|exact(?:ly)?|prefix|begin\w*|start\w*|coordinates?)\b/i;

function findSearch(parameter: Parameter, declared: ReadonlyMap<string, Schema>): ImpliedSearch | undefined {
  const { name, description, schema } = parameter;
  const text = `${description ?? ''} ${schema?.description ?? ''}`;
  if (schema === undefined || !isTexts(schema) || OTHER_LANGUAGE.test(text)) return undefined;
  const word = lettersOf(name);
  const part = /^(.+)(?:contains|like|search|includes)$/.exec(word)?.[1];
  const property = part && [...declared.keys()].find((one) => lettersOf(one) === part);
  if (property !== undefined && property !== '') return { parameter, properties: [property] };
  if (!SEARCH.test(word) && !(word === 'filter' && SEARCH_SENTENCE.test(text))) return undefined;
  const named = [...declared].filter(([one, part]) => isTexts(part) && isNamedIn(text, one)).map(([one]) => one);
  return { parameter, properties: named.length === 0 ? undefined : named };
}

function isTexts(schema: Schema): boolean {
  const { items } = schema;
  return isText(schema) || (declaredTypes(schema).has('array') && items !== undefined && isText(items));
}

/** Free texts, not identifiers, times or values of a list. */
export function isText(schema: Schema): boolean {
  const isFree = composedSchemas(schema).every(
    (one) =>
      one.enum === undefined && one.const === undefined && !one.writeOnly && !EXCLUDED_FORMATS.has(one.format ?? ''),
  );
  return declaredTypes(schema).has('string') && isFree && !isTemporal(schema);
}

const EXCLUDED_FORMATS = new Set(['uuid', 'uri', 'url', 'binary', 'byte', 'password', 'time', 'duration']);

/** "Searches in title and description." */
function isNamedIn(text: string, name: string): boolean {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[-_]/g, ' ');
  return [name, words].some((one) => new RegExp(`\\b${escapeRegExp(one)}s?\\b`, 'i').test(text));
}
