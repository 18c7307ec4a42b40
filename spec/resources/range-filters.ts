/** Query parameters of a list that are bounds of a number: `price[to]`, `max_price`, `priceMax`. */
import type { Parameter } from '../model/contract.ts';
import { splitWords } from '../model/name-parts.ts';
import type { Schema } from '../model/schema.ts';
import { declaredProperties, declaredTypes } from '../model/schema-view.ts';

export interface RangeFilter {
  readonly parameter: Parameter;
  /** The member, if the parameter is an object: `to`. */
  readonly member: string | undefined;
  /** The schema of the parameter or its member. */
  readonly schema: Schema;
  readonly side: 'from' | 'to';
  readonly property: string;
  /** The property name has one more word, such as a unit: `priceCents`. */
  readonly hasExtraWord: boolean;
}

const boundWords: Readonly<Record<RangeFilter['side'], readonly string[]>> = {
  from: ['from', 'min', 'minimum', 'gte', 'least'],
  to: ['to', 'max', 'maximum', 'lte', 'most', 'until'],
};

export function findRangeFilters(
  queryParameters: readonly Parameter[],
  properties: ReadonlyMap<string, Schema>,
): readonly RangeFilter[] {
  return queryParameters
    .filter(({ content }) => content.length === 0)
    .flatMap((parameter) => parameterParts(parameter).map((part) => ({ parameter, ...part })))
    .filter(({ parameter: { name }, member }) => member !== undefined || !properties.has(name))
    .flatMap(({ parameter, ...part }) => findRangeFilter(parameter, part, properties) ?? []);
}

/** The value of a parameter, or a member of one that is an object. */
export interface ParameterPart {
  readonly member: string | undefined;
  readonly schema: Schema;
}

export function parameterParts({ schema }: Parameter): readonly ParameterPart[] {
  if (schema === undefined) return [];
  if (!declaredTypes(schema).has('object')) return [{ member: undefined, schema }];
  return [...declaredProperties(schema)].map(([member, part]) => ({ member, schema: part }));
}

function findRangeFilter(
  parameter: Parameter,
  { member, schema }: ParameterPart,
  properties: ReadonlyMap<string, Schema>,
): RangeFilter | undefined {
  if (!isNumber(schema)) return undefined;
  const words = splitWords(`${parameter.name} ${member ?? ''}`);
  for (const side of ['from', 'to'] as const) {
    const at = words.findIndex((word) => boundWords[side].includes(word));
    const nameWords = words.toSpliced(at, 1);
    const found = at < 0 || nameWords.length === 0 ? undefined : findBoundedProperty(nameWords, properties);
    if (found !== undefined) return { parameter, member, schema, side, ...found };
  }
  return undefined;
}

function findBoundedProperty(nameWords: readonly string[], properties: ReadonlyMap<string, Schema>) {
  const numbers = [...properties].filter(([, schema]) => isNumber(schema)).map(([name]) => name);
  const matchesWords = (extra: number) => (name: string) => {
    const words = splitWords(name);
    return words.length === nameWords.length + extra && nameWords.every((word, index) => words[index] === word);
  };
  const exactMatch = numbers.find(matchesWords(0));
  const match = exactMatch ?? numbers.find(matchesWords(1));
  return match === undefined ? undefined : { property: match, hasExtraWord: exactMatch === undefined };
}

function isNumber(schema: Schema): boolean {
  const types = declaredTypes(schema);
  return types.has('integer') || types.has('number');
}
