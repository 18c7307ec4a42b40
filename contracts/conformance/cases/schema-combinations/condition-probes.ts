/** Values that meet an `if` or not, with and without what follows from it. */
import { isEqualJson, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { sampleWithSchemas } from '../../request/values/alternative-values.ts';
import { allowsValue } from '../shared/allowed-changes.ts';
import { conditionBranches, valueInBranch, valuesWithForbidden } from '../shared/condition-branches.ts';
import type { MutationPoint } from '../shared/mutation-points.ts';
import { type CombinationProbe, withoutKeyword } from './combination-probe.ts';

/** Values that meet a condition, with and without its consequence, and values that do not meet it. */
export function* conditionalValues(point: MutationPoint, part: Schema): Generator<CombinationProbe> {
  const { if: condition } = part;
  if (condition === undefined) return;
  const name = 'what the condition holds for';
  const description = 'a value that meets the condition';
  const relaxed = withoutKeyword(point.schema, part, 'if');
  yield {
    keyword: 'if',
    name,
    description,
    value: sampleWithSchemas(point.schema, [condition], 'none'),
    side: 'accept',
  };
  const minimal = sampleWithSchemas(relaxed, [condition], 'none');
  yield {
    keyword: 'if',
    name: `${name}, without what follows`,
    description: `${description}, but not the "then" schema`,
    value: minimal,
    side: 'reject',
  };
  const otherName = 'what the condition does not hold for';
  const other = 'a value that does not meet the condition';
  const value = valuesViolatingCondition(condition, part, point).find((one) => allowsValue(point, one));
  yield { keyword: 'if', name: otherName, description: other, value, side: 'accept' };
  const wrong = valuesViolatingCondition(condition, part, point).find(
    (one) => isValid(relaxed, one, 'request') && !allowsValue(point, one),
  );
  yield {
    keyword: 'if',
    name: `${otherName}, without what follows`,
    description: `${other}, and violates the "else" schema`,
    value: wrong,
    side: 'reject',
  };
  yield* branchValues(point, part, relaxed);
}

/** A value of each branch with all properties that it allows, and with each property that it forbids. */
function* branchValues(point: MutationPoint, part: Schema, relaxed: Schema): Generator<CombinationProbe> {
  for (const branch of conditionBranches(point.schema).filter((one) => one.part === part)) {
    const { name: keyword } = branch;
    const whole = valueInBranch(point.schema, point.value, branch);
    const name = 'all that the branch allows';
    const description = `an object with all properties that "${keyword}" allows`;
    const isSent = whole !== undefined && isEqualJson(whole, point.value);
    if (!isSent) yield { keyword, name, description, value: whole, side: 'accept' };
    for (const { property, value } of valuesWithForbidden(point.schema, point.value, branch)) {
      if (!isValid(relaxed, value, 'request')) continue;
      const forbidden = `an object with ${JSON.stringify(property)}, which "${keyword}" forbids`;
      yield { keyword, name: `the forbidden ${property}`, description: forbidden, value, side: 'reject' };
    }
  }
}

const replacementValues: readonly Json[] = [false, true, 'none-of-these', 0, 2, null];

/**
 * The value with other values in the properties of the condition, and without the properties that its branches require.
 */
function valuesViolatingCondition(
  condition: Schema,
  { then, else: elseBranch }: Schema,
  { value }: MutationPoint,
): readonly Json[] {
  if (!isJsonObject(value)) return [];
  const conditionProperties = [...flattenSchema(condition).properties.keys()];
  const requiredByBranches = [then, elseBranch].flatMap((branch) => (branch === undefined ? [] : [...branch.required]));
  const rest = Object.entries(value).filter(
    ([name]) => !requiredByBranches.includes(name) || conditionProperties.includes(name),
  );
  return conditionProperties
    .flatMap((name) => replacementValues.map((one): Json => ({ ...Object.fromEntries(rest), [name]: one })))
    .filter((one) => !isValid(condition, one, 'request'));
}
