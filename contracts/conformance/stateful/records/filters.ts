/** Filters of a list that a record meets by what was shown of it: with them it is among fewer, and nothing hides it. */
import type { Parameter } from '../../../../spec/contract.ts';
import type { Json } from '../../../../spec/exact-json.ts';
import { flatten } from '../../../../spec/flatten.ts';
import { listParameters } from '../../../../spec/resources/list-parameters.ts';
import type { Schema } from '../../../../spec/schema.ts';
import { propertiesOf } from '../../../../spec/schema-view.ts';
import { isValid } from '../../../../spec/validate.ts';
import type { Known } from '../../model/sequence.ts';
import type { ParameterValue } from '../../request/parameters/parameters.ts';
import type { Twin } from '../../request/twin.ts';
import { jsonOf, partOf } from '../model/records.ts';

/** Only those that have the name of a property and the same few values, true among them: what else a filter may mean is open. */
export function filtersFor(
  { operation }: Pick<Twin, 'operation'>,
  item: Schema,
  { shown }: Known,
): readonly ParameterValue[] {
  const properties = propertiesOf(item);
  return listParameters(operation, item).filters.flatMap(({ parameter, property }) => {
    const declared = properties.get(property);
    const value = partOf(jsonOf(shown), property);
    const isMet =
      property === parameter.name &&
      value !== undefined &&
      declared !== undefined &&
      isOneOfFew(parameter, declared, value);
    return isMet ? [{ parameter, value }] : [];
  });
}

function isOneOfFew({ schema, content, required }: Parameter, declared: Schema, value: Json): boolean {
  if (schema === undefined || content.length > 0 || required) return false;
  const flat = [schema, declared].map(flatten);
  const isWord = typeof value === 'string' && flat.every((one) => one.enum !== undefined);
  // To some, false is as good as not asking.
  const isFlag = value === true && flat.every(({ types }) => types?.has('boolean') === true);
  return (isWord || isFlag) && isValid(schema, value, 'request');
}
