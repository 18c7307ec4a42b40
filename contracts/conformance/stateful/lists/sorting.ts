/** Orders that a parameter can ask for, where its enum names properties. */
import type { Parameter } from '../../../../spec/model/contract.ts';
import { propertiesOf } from '../../../../spec/model/schema-view.ts';
import { listParameters } from '../../../../spec/resources/list-parameters.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import type { ListShape } from '../../model/list-query.ts';
import type { ParameterValue } from '../../request/parameters/parameters.ts';
import type { Twin } from '../../request/twin.ts';

export interface Sort {
  readonly property: string;
  /** Undefined where nothing says it. */
  readonly direction: 'up' | 'down' | undefined;
  readonly given: readonly ParameterValue[];
}

const MOST_SORTS = 8;

export function sortsOf({ operation }: Twin, { item }: ListShape): readonly Sort[] {
  const { sort, order } = listParameters(operation, item);
  if (sort === undefined) return [];
  const properties = propertiesOf(item);
  const named = choicesOf(sort).flatMap((value): readonly Sort[] => {
    const [, sign = '', property = '', end = ''] =
      /^([+-]?)(\w+?)(?:[ :_.,]?(asc|desc))?$/i.exec(value) ?? [];
    const given = [{ parameter: sort, value }];
    const direction = directionOf(end) ?? (sign === '' ? undefined : sign === '-' ? 'down' : 'up');
    return properties.has(property) ? [{ property, direction, given }] : [];
  });
  return [...named, ...named.flatMap((one) => withOrder(one, order))].slice(0, MOST_SORTS);
}

function withOrder(sort: Sort, order: Parameter | undefined): readonly Sort[] {
  if (order === undefined || sort.direction !== undefined) return [];
  return choicesOf(order).flatMap((value) => {
    const direction = directionOf(value);
    return direction === undefined
      ? []
      : [{ ...sort, direction, given: [...sort.given, { parameter: order, value }] }];
  });
}

function choicesOf({ schema }: Parameter): readonly string[] {
  const values = schema === undefined ? [] : (flatten(schema).enum ?? []);
  return values.filter((value) => typeof value === 'string');
}

function directionOf(word: string): 'up' | 'down' | undefined {
  if (/^asc(?:ending)?$/i.test(word)) return 'up';
  return /^desc(?:ending)?$/i.test(word) ? 'down' : undefined;
}
