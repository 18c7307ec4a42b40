/** The values of the example request that the start prints. */
import { expect, it } from 'vitest';
import { exampleBody } from '../../../mock/start/startup-message/example-body.ts';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { contentOf } from '../records/json-client.ts';
import { contractFromJson } from '../support.ts';

async function bodyOf(properties: JsonObject): Promise<unknown> {
  const schema = { type: 'object', required: Object.keys(properties), properties };
  const post = { requestBody: { content: contentOf(schema) }, responses: { 204: { description: 'ok' } } };
  const document = { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths: { '/a': { post } } };
  const [operation] = (await contractFromJson(document)).operations;
  return JSON.parse((operation && exampleBody(operation)?.text) ?? '');
}

const text = { type: 'string' };

it('texts are about their properties, within their lengths', async () => {
  const body = {
    password: { ...text, minLength: 8 },
    subject: { ...text, maxLength: 120 },
    shortCode: { ...text, maxLength: 4 },
    bodyText: { ...text, minLength: 30 },
    tags: { type: 'array', minItems: 1, items: text },
    owner: { type: 'object', required: ['firstName'], properties: { firstName: text } },
  };
  expect(await bodyOf(body)).toEqual({
    password: 'Example-password-1',
    subject: 'Example subject',
    shortCode: 'Exam',
    bodyText: 'Example body text Example body text',
    tags: ['Example tag'],
    owner: { firstName: 'Jane' },
  });
});

it('an example of the word "string" is none', async () => {
  expect(await bodyOf({ subject: { ...text, example: 'string' } })).toEqual({ subject: 'Example subject' });
});

it('other examples, patterns, enums and formats stay', async () => {
  const body = {
    subject: { ...text, example: 'sample' },
    kind: { ...text, enum: ['string', 'other'] },
    code: { ...text, pattern: '^sample$' },
    day: { ...text, format: 'date', example: '2026-01-02' },
    size: { ...text, default: 'sample' },
  };
  expect(await bodyOf(body)).toMatchObject({ subject: 'sample', kind: 'string', code: 'sample', day: '2026-01-02' });
});
