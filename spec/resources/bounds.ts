/** Parameters of a list that are bounds of a number: `price[to]`, `max_price`, `priceMax`. */
import type { Parameter } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';
import { propertiesOf, typesOf } from '../model/schema-view.ts';

export interface ListBound {
  readonly parameter: Parameter;
  /** Of a parameter that is an object: `to`. */
  readonly member: string | undefined;
  /** Its schema, where it says one. */
  readonly schema: Schema;
  readonly side: 'from' | 'to';
  readonly property: string;
  /** The property has one word more, such as a unit: `priceCents`. */
  readonly isInOtherWords: boolean;
}

const sides: Readonly<Record<ListBound['side'], readonly string[]>> = {
  from: ['from', 'min', 'minimum', 'gte', 'least'],
  to: ['to', 'max', 'maximum', 'lte', 'most', 'until'],
};

export function boundsOf(
  queries: readonly Parameter[],
  properties: ReadonlyMap<string, Schema>,
): readonly ListBound[] {
  return queries
    .filter(({ content }) => content.length === 0)
    .flatMap((parameter) => partsOf(parameter).map((part) => ({ parameter, ...part })))
    .filter(({ parameter: { name }, member }) => member !== undefined || !properties.has(name))
    .flatMap(({ parameter, ...part }) => boundFor(parameter, part, properties) ?? []);
}

interface Part {
  readonly member: string | undefined;
  readonly schema: Schema;
}

function partsOf({ schema }: Parameter): readonly Part[] {
  if (schema === undefined) return [];
  if (!typesOf(schema).has('object')) return [{ member: undefined, schema }];
  return [...propertiesOf(schema)].map(([member, part]) => ({ member, schema: part }));
}

function boundFor(
  parameter: Parameter,
  { member, schema }: Part,
  properties: ReadonlyMap<string, Schema>,
): ListBound | undefined {
  if (!isNumber(schema)) return undefined;
  const words = wordsOf(`${parameter.name} ${member ?? ''}`);
  for (const side of ['from', 'to'] as const) {
    const at = words.findIndex((word) => sides[side].includes(word));
    const about = words.toSpliced(at, 1);
    const found = at < 0 || about.length === 0 ? undefined : propertyFor(about, properties);
    if (found !== undefined) return { parameter, member, schema, side, ...found };
  }
  return undefined;
}

function propertyFor(about: readonly string[], properties: ReadonlyMap<string, Schema>) {
  const numbers = [...properties].filter(([, schema]) => isNumber(schema)).map(([name]) => name);
  const isAbout = (extra: number) => (name: string) => {
    const words = wordsOf(name);
    return words.length === about.length + extra && about.every((word, index) => words[index] === word);
  };
  const same = numbers.find(isAbout(0));
  const near = same ?? numbers.find(isAbout(1));
  return near === undefined ? undefined : { property: near, isInOtherWords: same === undefined };
}

function isNumber(schema: Schema): boolean {
  const types = typesOf(schema);
  return types.has('integer') || types.has('number');
}

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}
