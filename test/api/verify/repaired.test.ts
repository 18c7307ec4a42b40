/** `verify` with a document that is not valid OpenAPI. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { verify } from '../../../contracts/api/verify/index.ts';
import { startMock } from '../../../mock/index.ts';
import { writeFolder } from '../../spec/support.ts';

const text = `openapi: 3.0.3
info: {title: Things, version: 1}
paths:
  things:
    get:
      responses: {'200': {content: {application/json: {schema: {type: string}}}}}
`;

it('is repaired, and the report lists the repairs', async () => {
  const spec = path.join(writeFolder({ 'api.yaml': text }), 'api.yaml');
  await using mock = await startMock({ spec });
  const report = await verify({ baseUrl: mock.url, spec, only: ['valid-bodies'] });
  expect(report.verdict.kind).toBe('conforms');
  const { repaired, unsupported } = report.contract;
  expect([repaired?.map(({ place, description }) => [place.line, description]), unsupported]).toEqual([
    [
      [2, 'a number as version'],
      [4, 'the path things'],
      [6, 'a response without "description"'],
    ],
    [],
  ]);
});

it('is rejected with strictSpec', async () => {
  const spec = path.join(writeFolder({ 'api.yaml': text }), 'api.yaml');
  await expect(verify({ baseUrl: 'http://127.0.0.1:9', spec, strictSpec: true })).rejects.toMatchObject({
    code: 'spec-invalid',
  });
});
