/**
 * Query parameters whose names imply a bound of a number, date or time: `createdAfter`, `price[lt]`, `until`. Real services
 * may use them differently, so the verifier checks only what the contract states.
 */
import type { Operation, Parameter } from '../../../spec/model/contract.ts';
import { splitWords } from '../../../spec/model/name-parts.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { composedSchemas, declaredProperties, declaredTypes } from '../../../spec/model/schema-view.ts';
import { statesInclusion } from '../../../spec/resources/bound-sentences.ts';
import { listParameters } from '../../../spec/resources/list-parameters.ts';
import { type ParameterPart, parameterParts } from '../../../spec/resources/range-filters.ts';

export interface ImpliedBound {
  readonly parameter: Parameter;
  /** The member, if the parameter is an object: `gte`. */
  readonly member: string | undefined;
  readonly property: string;
  readonly kind: 'number' | 'time';
  readonly side: 'from' | 'to';
  readonly isIncluded: boolean;
}

export function findImpliedBounds(operation: Operation, item: Schema): readonly ImpliedBound[] {
  const { rangeFilters, timeBounds, pagination, sort, order } = listParameters(operation, item);
  const stated = [...timeBounds, ...rangeFilters.filter(({ member }) => member === undefined)];
  const known = new Set([...stated.map(({ parameter }) => parameter), ...pagination.values(), sort, order]);
  const isRange = (parameter: Parameter, member: string | undefined) =>
    rangeFilters.some((one) => one.parameter === parameter && one.member === member);
  const properties = declaredProperties(item);
  return operation.parameters
    .filter((one) => one.in === 'query' && one.content.length === 0 && !known.has(one))
    .flatMap((parameter) => parameterParts(parameter).map((part) => ({ parameter, ...part })))
    .filter(
      ({ parameter, member }) =>
        !isRange(parameter, member) && (member !== undefined || !properties.has(parameter.name)),
    )
    .flatMap(({ parameter, member, schema }) => findBound(parameter, { member, schema }, properties) ?? []);
}

/** Others include the value itself. */
const exclusiveWords = new Set(['gt', 'lt', 'after', 'before', 'above', 'below', 'over', 'under']);

const sideWords: ReadonlyMap<string, 'from' | 'to'> = new Map([
  ...['from', 'min', 'minimum', 'gte', 'ge', 'gt', 'since', 'after', 'above', 'over'].map(
    (one) => [one, 'from'] as const,
  ),
  ...['to', 'max', 'maximum', 'lte', 'le', 'lt', 'until', 'before', 'below', 'under'].map(
    (one) => [one, 'to'] as const,
  ),
]);

function findBound(
  parameter: Parameter,
  { member, schema }: ParameterPart,
  properties: ReadonlyMap<string, Schema>,
): ImpliedBound | undefined {
  const words = splitWords(`${parameter.name} ${member ?? ''}`);
  const at = words.findLastIndex((word) => sideWords.has(word));
  const side = sideWords.get(words[at] ?? '');
  const kind = kindOf(schema);
  if (side === undefined || kind === undefined) return undefined;
  const isTime = kind === 'time';
  const subject = words.toSpliced(at, 1);
  const property =
    isTime || kind === 'text' ? findTime(subject, parameter, properties) : findNumber(subject, properties);
  // A text without a format is the bound of a time only if its name shows which one: `after` alone is a cursor.
  if (property === undefined || (kind === 'text' && nameStems(subject).length === 0)) return undefined;
  const isIncluded = statesInclusion(parameter) ?? !exclusiveWords.has(words[at] ?? '');
  return { parameter, member, property, kind: kind === 'number' ? 'number' : 'time', side, isIncluded };
}

function kindOf(schema: Schema): 'number' | 'time' | 'text' | undefined {
  const types = declaredTypes(schema);
  if (types.has('integer') || types.has('number')) return 'number';
  if (isTemporal(schema)) return 'time';
  const isPlain = composedSchemas(schema).every((one) => one.format === undefined && one.enum === undefined);
  return types.has('string') && isPlain ? 'text' : undefined;
}

export function isTemporal(schema: Schema): boolean {
  return composedSchemas(schema).some(({ format }) => format === 'date' || format === 'date-time');
}

function findNumber(words: readonly string[], properties: ReadonlyMap<string, Schema>): string | undefined {
  const numbers = [...properties].filter(([, schema]) => kindOf(schema) === 'number').map(([name]) => name);
  const starts = numbers.filter((name) => words.every((word, index) => splitWords(name)[index] === word));
  if (words.length === 0) return undefined;
  return (
    starts.find((name) => splitWords(name).length === words.length) ??
    starts.find((name) => splitWords(name).length === words.length + 1)
  );
}

/** By its name, by the description, or because there is no other. */
function findTime(
  words: readonly string[],
  { description, schema }: Parameter,
  properties: ReadonlyMap<string, Schema>,
): string | undefined {
  const times = [...properties].filter(([, declared]) => isTemporal(declared)).map(([name]) => name);
  const stems = nameStems(words);
  if (stems.length > 0) return onlyOne(times.filter((name) => isSameList(nameStems(splitWords(name)), stems)));
  const text = splitWords(`${description ?? ''} ${schema?.description ?? ''}`).map(stem);
  return (
    onlyOne(times) ?? onlyOne(times.filter((name) => nameStems(splitWords(name)).every((one) => text.includes(one))))
  );
}

function onlyOne(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : undefined;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}

const timeWords = new Set(['at', 'on', 'date', 'time', 'timestamp', 'datetime', 'day', 'utc']);

/** `created` of `createdAt`, `created_on` and `dateCreated`; `start` of `startsAt`. */
function nameStems(words: readonly string[]): readonly string[] {
  return words.filter((word) => !timeWords.has(word)).map(stem);
}

function stem(word: string): string {
  return word.replace(/(?:ation|ion|ing|ed|es|s|e)$/, '');
}
