/** Sampled bodies of a branch or an alternative do not end before they start. */
import { expect, test } from 'vitest';
import { sampleWithSchemas } from '../../../contracts/conformance/request/values/alternative-values.ts';
import { parseDocument } from '../../spec/diff/build-documents.ts';

const { operations } = await parseDocument(`
openapi: 3.1.0
info: { title: Events, version: '1' }
paths:
  /events:
    post:
      operationId: createEvent
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [start, end, mode]
              properties:
                start: { type: string, format: date-time }
                end: { type: string, format: date-time }
                mode: { type: string, enum: [room, online] }
                url: { type: string }
              if: { properties: { mode: { const: online } } }
              then: { required: [url] }
      responses:
        '201': { description: Created. }
`);
const schema = operations[0]?.requestBody?.content[0]?.schema;
if (schema?.if === undefined) throw new Error('the schema has no condition');
const condition = schema.if;

test.each(['all', 'none'] as const)('with %s optional properties', (optional) => {
  expect(sampleWithSchemas(schema, [condition], optional)).toMatchObject({
    start: '2026-01-31T12:30:00Z',
    end: '2026-02-01T12:30:00Z',
    mode: 'online',
  });
});
