import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { quickValidatorCode } from '../../../.ci/engines/validators.ts';
import { loadDetailedValidator, type OpenApiVersion } from '../../../spec/loading/openapi-validators.ts';
import { writeFolder } from '../support.ts';

async function importGenerated(version: OpenApiVersion): Promise<(document: unknown) => boolean> {
  const folder = writeFolder({ 'validator.mjs': await quickValidatorCode(version) });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const { default: isValid } = await import(pathToFileURL(path.join(folder, 'validator.mjs')).href);
  return isValid;
}

const info = { title: 'Shop', version: '1' };
const responses = { 200: { description: 'ok' } };
const withParameter = (parameter: object) => ({
  info,
  paths: { '/a': { get: { responses, parameters: [parameter] } } },
});
const withSchema = (schema: unknown) => ({ info, paths: {}, components: { schemas: { A: schema } } });

/** Valid and invalid ones, for the kinds of keywords that the schemas of OpenAPI have. */
const documents: Readonly<Record<string, object>> = {
  empty: { info, paths: {} },
  'no title': { info: { version: '1' }, paths: {} },
  'no paths': { info },
  'an operation': { info, paths: { '/a': { get: { responses } } } },
  'a path without a slash': { info, paths: { a: { get: { responses } } } },
  'an unknown field': { info, paths: {}, other: 1 },
  'an extension': { info, paths: {}, 'x-other': 1 },
  'a parameter': withParameter({ name: 'a', in: 'query', schema: { type: 'string' } }),
  'a parameter in no place': withParameter({ name: 'a', in: 'body', schema: { type: 'string' } }),
  'a parameter with example and examples': withParameter({
    name: 'a',
    in: 'query',
    schema: {},
    example: 1,
    examples: {},
  }),
  'a list of equal names': withSchema({ type: 'object', required: ['a', 'a'] }),
  'a step of zero': withSchema({ type: 'number', multipleOf: 0 }),
  'an unknown type': withSchema({ type: 'text' }),
  'a text in place of a schema': withSchema('a'),
  'a status without a response': { info, paths: { '/a': { get: { responses: { 200: {} } } } } },
};

describe.each(['3.0', '3.1'] as const)('the code that the build generates for OpenAPI %s', (version) => {
  it('has the same verdicts as the validator that finds all errors', async () => {
    const isValid = await importGenerated(version);
    const findErrors = await loadDetailedValidator(version);
    const document = (parts: object) => ({ openapi: `${version}.0`, ...parts });
    const verdicts = Object.entries(documents).map(([name, parts]) => [name, isValid(document(parts))] as const);
    const expected = Object.entries(documents).map(([name, parts]) => [name, findErrors(document(parts))] as const);
    expect(verdicts).toEqual(expected);
    expect(new Set(verdicts.map(([, verdict]) => verdict))).toEqual(new Set([true, false]));
  });

  it('is the same each time', async () => {
    expect(await quickValidatorCode(version)).toBe(await quickValidatorCode(version));
  });
});
