/** Random schemas with one keyword changed, compared by values: no difference that a value shows is missed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { isJsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { randomSchemas, randomValues } from '../random-schemas.ts';
import { changesBetween, directions, readSchema, worstImpact } from './support.ts';

const values = fc.sample(randomValues, { seed: 7, numRuns: 200 });

/** By convention a further property, which open objects allow to be anything, is no harm. */
const conventions = /optional-property-added|property-became-not/;

describe('a random schema with one keyword changed', () => {
  it('is breaking or risky if one version rejects a value that the other allows', () => {
    const seen = { shown: 0, harmless: 0 };
    fc.assert(
      fc.property(randomSchemas, randomSchemas, fc.nat(60), (schema, donor, pick) => {
        const after = withOneChanged(schema, donor, pick);
        const [was, is] = [readSchema(schema), readSchema(after)];
        for (const direction of directions) {
          const [allows, refuses] = direction === 'request' ? [was, is] : [is, was];
          const shown = [...values, ...valuesIn(schema), ...valuesIn(after)].find(
            (value) => isValid(allows, value, direction) && !isValid(refuses, value, direction),
          );
          const changes = changesBetween(was, is, direction);
          seen[shown === undefined ? 'harmless' : 'shown']++;
          if (shown === undefined || changes.some(({ rule }) => conventions.test(rule.id))) continue;
          expect(worstImpact(changes), `${direction}: ${stringifyJson(shown)}`).not.toBe('harmless');
        }
      }),
      { seed: 20_261_122, numRuns: 400 },
    );
    // Neither verdict is there by chance alone.
    expect(Math.min(seen.shown, seen.harmless)).toBeGreaterThan(150);
  });

  it('has an example value only if the value shows the change', () => {
    let count = 0;
    fc.assert(
      fc.property(randomSchemas, randomSchemas, fc.nat(60), (schema, donor, pick) => {
        const [was, is] = [readSchema(schema), readSchema(withOneChanged(schema, donor, pick))];
        for (const { at, witness } of changesBetween(was, is, 'request')) {
          // Below the root the value is one of a part.
          if (witness === undefined || at !== 'request body' || witness.endsWith('(cut)')) continue;
          const value: Json = JSON.parse(witness);
          count++;
          expect([isValid(was, value, 'request'), isValid(is, value, 'request')].toSorted()).toEqual([false, true]);
        }
      }),
      { seed: 20_261_123, numRuns: 200 },
    );
    expect(count).toBeGreaterThan(30);
  });
});

/** Removes a keyword of one of its parts, or adds one of another schema. */
function withOneChanged(schema: JsonObject, donor: JsonObject, pick: number): JsonObject {
  const copy: JsonObject = JSON.parse(stringifyJson(schema));
  const parts = partsOf(copy);
  const part = parts[pick % parts.length] ?? copy;
  const [own, others] = [Object.keys(part), Object.entries(donor)];
  const [name, value] = others[pick % Math.max(1, others.length)] ?? ['maxLength', 1];
  const removed = own[pick % Math.max(1, own.length)];
  const changed = pick % 2 === 0 && removed !== undefined ? without(part, removed) : { ...part, [name]: value };
  return replaced(copy, part, changed);
}

function without(part: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(part).filter(([key]) => key !== name));
}

function replaced(whole: JsonObject, part: JsonObject, by: JsonObject): JsonObject {
  const visit = (value: Json): Json => {
    if (value === part) return by;
    if (Array.isArray(value)) return value.map(visit);
    return isJsonObject(value) ? mapped(value, visit) : value;
  };
  return whole === part ? by : mapped(whole, visit);
}

function mapped(value: JsonObject, map: (part: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, map(part)]));
}

const single = ['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'];
const several = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const named = ['properties', 'patternProperties', 'dependentSchemas'];

/** The schemas within a schema, itself first. */
function partsOf(schema: JsonObject): readonly JsonObject[] {
  const below = Object.entries(schema).flatMap(([keyword, value]): readonly Json[] => {
    if (single.includes(keyword)) return [value];
    if (several.includes(keyword) && Array.isArray(value)) return value;
    return named.includes(keyword) && isJsonObject(value) ? Object.values(value) : [];
  });
  return [schema, ...below.filter(isJsonObject).flatMap(partsOf)];
}

/** Every part of a schema is a value too, and its bounds and names are those that are near the edge. */
function valuesIn(value: Json): readonly Json[] {
  const below = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  return [value, ...below.flatMap(valuesIn)];
}
