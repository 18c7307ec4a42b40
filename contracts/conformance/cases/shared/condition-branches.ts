/** Values for each branch of a condition: properties that only one branch allows are in none of the other's values. */
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { sampleValue } from '../../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { conditionalParts, withActiveBranches } from '../../request/values/conditional-schemas.ts';

export type BranchName = 'then' | 'else';

export interface ConditionBranch {
  /** The part of the schema that has the condition. */
  readonly part: Schema;
  readonly name: BranchName;
}

/** Both branches of each condition of a schema, also where one of them states nothing. */
export function conditionBranches(schema: Schema): readonly ConditionBranch[] {
  return conditionalParts(schema)
    .filter((part) => part.if !== undefined)
    .flatMap((part) => [{ part, name: 'then' } as const, { part, name: 'else' } as const]);
}

export function isInBranch({ part, name }: ConditionBranch, value: Json): boolean {
  return part.if !== undefined && isValid(part.if, value, 'request') === (name === 'then');
}

/** More values of the condition find no other branch. */
const MAX_CANDIDATES = 20;

/** The value changed so that the branch applies, with all properties that it allows; undefined where none is found. */
export function valueInBranch(schema: Schema, value: Json, branch: ConditionBranch): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  return conditionCandidates(schema, value, branch)
    .filter((candidate) => isInBranch(branch, candidate))
    .take(MAX_CANDIDATES)
    .map((candidate) => completeForBranches(schema, candidate))
    .find((candidate) => isInBranch(branch, candidate) && isValid(schema, candidate, 'request'));
}

/** The value with other values in the properties of the condition, one after the other or, to meet it, together. */
function* conditionCandidates(
  schema: Schema,
  value: JsonObject,
  { part, name: branchName }: ConditionBranch,
): Generator<JsonObject> {
  yield value;
  if (part.if === undefined) return;
  const condition = flattenSchema(part.if);
  if (branchName === 'then') {
    const withCondition = flattenSchema({ ...schema, allOf: [...schema.allOf, part.if] });
    const sampled = conditionNames(condition).flatMap((name) => {
      const property = withCondition.properties.get(name);
      const sample = property === undefined ? undefined : sampleValue(property, 'request');
      return sample === undefined ? [] : [[name, sample] as const];
    });
    yield { ...value, ...Object.fromEntries(sampled) };
  }
  const flat = flattenSchema(schema);
  for (const name of conditionNames(condition)) {
    const property = flat.properties.get(name);
    for (const other of property === undefined ? [] : otherValues(property)) yield { ...value, [name]: other };
    yield Object.fromEntries(Object.entries(value).filter(([one]) => one !== name));
  }
}

function conditionNames({ properties, required }: Schema): readonly string[] {
  return [...new Set([...properties.keys(), ...required])];
}

function* otherValues(property: Schema): Generator<Json> {
  const { enum: values = [], minimum, maximum } = flattenSchema(property);
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  const sample = sampleValue(property, 'request');
  const candidates = [...values, ...(sample === undefined ? [] : [sample]), ...bounds, false, true, 0, 2, null];
  yield* candidates.filter((candidate) => isValid(property, candidate, 'request'));
}

/** Keeps what the branches that apply allow, and adds the other properties that they allow. */
function completeForBranches(schema: Schema, value: JsonObject): JsonObject {
  const { properties } = flattenSchema(withActiveBranches(schema, value));
  const kept = Object.entries(value).flatMap(([name, part]) => {
    const property = properties.get(name);
    const fitting = property === undefined ? part : fittingValue(property, part);
    return fitting === undefined ? [] : [[name, fitting] as const];
  });
  let complete: JsonObject = Object.fromEntries(kept);
  for (const [name, property] of properties) {
    if (Object.hasOwn(complete, name) || property.readOnly) continue;
    const sample = sampleValue(property, 'request', { optional: 'all' });
    const longer = sample === undefined ? complete : { ...complete, [name]: sample };
    // Where properties exclude each other, the first one stays.
    if (isValid(schema, longer, 'request') || !isValid(schema, complete, 'request')) complete = longer;
  }
  return complete;
}

function fittingValue(property: Schema, value: Json): Json | undefined {
  return isValid(property, value, 'request') ? value : sampleValue(property, 'request', { optional: 'all' });
}

/** The schemas that the branch states for properties. */
export function branchProperties({ part, name }: ConditionBranch): ReadonlyMap<string, Schema> {
  const branch = part[name];
  return branch === undefined ? new Map() : flattenSchema(branch).properties;
}

/** For each property that the branch forbids: a value of the branch that has it. */
export function* valuesWithForbidden(
  schema: Schema,
  value: Json,
  branch: ConditionBranch,
): Generator<{ readonly property: string; readonly value: JsonObject }> {
  // It has all properties that are allowed.
  const inBranch = valueInBranch(schema, value, branch);
  if (inBranch === undefined) return;
  for (const [property, declared] of flattenSchema(schema).properties) {
    if (Object.hasOwn(inBranch, property) || declared.readOnly) continue;
    const sample = sampleValue(declared, 'request', { optional: 'all' });
    const changed: JsonObject = sample === undefined ? inBranch : { ...inBranch, [property]: sample };
    if (changed !== inBranch && isInBranch(branch, changed)) yield { property, value: changed };
  }
}
