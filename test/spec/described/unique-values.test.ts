/** Which texts the description of an operation calls unique. */
import { expect, test } from 'vitest';
import { uniqueTexts } from '../../../spec/described/unique-values.ts';
import { parseDocument } from '../diff/build-documents.ts';

async function uniqueIn(description: string): Promise<readonly string[]> {
  const { operations } = await parseDocument(`
openapi: 3.1.0
info: { title: Names, version: '1' }
paths:
  /seats:
    post:
      operationId: addSeat
      description: ${description}
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                email: { type: string }
                number: { type: string }
                row: { type: integer }
      responses:
        '201': { description: Created. }
`);
  const [create] = operations;
  const schema = create?.requestBody?.content[0]?.schema;
  if (create === undefined || schema === undefined) throw new Error('there is no schema');
  return uniqueTexts(schema, undefined, create);
}

test.each([
  ['Adds a seat. Seat numbers are unique.', ['number']],
  ['Adds a seat. E-mail addresses are unique, regardless of case.', ['email']],
  ['The number must be unique.', ['number']],
  ['Seat numbers are unique within a row.', []],
  ['Seat numbers are not unique.', []],
  ['Rows are unique.', []],
  ['Telephone numbers of guests are unique.', []],
])('%s', async (description, expected) => {
  expect(await uniqueIn(description)).toEqual(expected);
});
