/** Sort orders that a parameter offers, when its enum names properties. */
import type { Parameter } from '../../../../spec/model/contract.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { listParameters } from '../../../../spec/resources/list-parameters.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import type { ListShape } from '../../model/list-query.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';

export interface SortProbe {
  readonly property: string;
  /** Undefined when the contract does not say. */
  readonly direction: 'up' | 'down' | undefined;
  readonly parameters: readonly ParameterValue[];
}

const MAX_SORTS = 8;

export function sortProbes({ operation }: BaselineRequest, { item }: ListShape): readonly SortProbe[] {
  const { sort, order } = listParameters(operation, item);
  if (sort === undefined) return [];
  const properties = declaredProperties(item);
  const named = enumTexts(sort).flatMap((value): readonly SortProbe[] => {
    const [, sign = '', property = '', end = ''] = /^([+-]?)(\w+?)(?:[ :_.,]?(asc|desc))?$/i.exec(value) ?? [];
    const given = [{ parameter: sort, value }];
    const direction = parseDirection(end) ?? (sign === '' ? undefined : sign === '-' ? 'down' : 'up');
    return properties.has(property) ? [{ property, direction, parameters: given }] : [];
  });
  return [...named, ...named.flatMap((one) => withDirection(one, order))].slice(0, MAX_SORTS);
}

function withDirection(sort: SortProbe, order: Parameter | undefined): readonly SortProbe[] {
  if (order === undefined || sort.direction !== undefined) return [];
  return enumTexts(order).flatMap((value) => {
    const direction = parseDirection(value);
    return direction === undefined
      ? []
      : [{ ...sort, direction, parameters: [...sort.parameters, { parameter: order, value }] }];
  });
}

function enumTexts({ schema }: Parameter): readonly string[] {
  const values = schema === undefined ? [] : (flattenSchema(schema).enum ?? []);
  return values.filter((value) => typeof value === 'string');
}

function parseDirection(word: string): 'up' | 'down' | undefined {
  if (/^asc(?:ending)?$/i.test(word)) return 'up';
  return /^desc(?:ending)?$/i.test(word) ? 'down' : undefined;
}
