import { expect, test } from 'vitest';
import type { Parameter } from '../../../spec/model/contract.ts';
import { findsAnyCase, findsParts } from '../../../spec/resources/search-sentences.ts';
import { loadText } from '../support.ts';

async function parameterWith(description: string): Promise<Parameter> {
  const parameters = [{ name: 'q', in: 'query', description, schema: { type: 'string' } }];
  const get = { parameters, responses: { 204: { description: 'Well' } } };
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/a': { get } } };
  const [parameter] = (await loadText(JSON.stringify(document))).operations.flatMap((one) => one.parameters);
  if (parameter === undefined) throw new Error('no parameter');
  return parameter;
}

test.each([
  ['Finds names that contain this text.', 'name', { parts: true, anyCase: false }],
  ['Case-insensitive.', 'name', { parts: false, anyCase: true }],
  ['Any part of the name, ignoring case.', 'name', { parts: true, anyCase: true }],
  ['The name.', 'name', { parts: false, anyCase: false }],
  // An identifier is named as a whole.
  ['The field id contains it.', 'id', { parts: false, anyCase: false }],
  ['The field imageId contains it.', 'imageId', { parts: false, anyCase: false }],
])('%j about the property %s says %j', async (description, property, expected) => {
  const parameter = await parameterWith(description);
  expect({ parts: findsParts(parameter, property), anyCase: findsAnyCase(parameter) }).toEqual(expected);
});
