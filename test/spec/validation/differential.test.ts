/** Random schemas and values, validated by ajv and the kit; only what ajv validates exactly: small numbers, no formats. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../spec/json/exact-json.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { randomSchemas, randomValues } from '../random-schemas.ts';
import { parseSchema } from '../support.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });

describe('a random schema', () => {
  it('gives the same result as ajv, 1200 times', () => {
    const verdicts = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(randomSchemas, randomValues, (schema, value) => {
        const byAjv = ajv.validate(structuredClone(schema), value);
        verdicts[byAjv ? 'valid' : 'invalid']++;
        expect(isValid(parseSchema(JSON.stringify(schema)), value, 'request')).toBe(byAjv);
      }),
      { seed: 20_261_121, numRuns: 1_200 },
    );
    // Neither verdict is there by chance alone.
    expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(300);
  });

  it('gives the same result as ajv for its own values', () => {
    fc.assert(
      fc.property(randomSchemas, (schema) => {
        const built = parseSchema(JSON.stringify(schema));
        const ajvValidate = ajv.compile(structuredClone(schema));
        for (const value of valuesIn(schema)) expect(isValid(built, value, 'request')).toBe(ajvValidate(value));
      }),
      { seed: 20_261_121, numRuns: 300 },
    );
  });
});

/** Every part of a schema is a value too, and its bounds and names are those that are near the edge. */
function valuesIn(value: Json): readonly Json[] {
  const below = Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : [];
  return [value, ...below.flatMap(valuesIn)];
}
