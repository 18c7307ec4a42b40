import { describe, expect, it } from 'vitest';
import { findIdentifierName } from '../../../spec/resources/identifiers.ts';
import { parseSchema } from '../../spec/support.ts';

const text = '{ type: string }';
const whole = '{ type: integer }';
const uuid = '{ type: string, format: uuid }';

describe('the identifier of a record', () => {
  it.each([
    ['petId', whole, `petId: ${whole}, id: ${whole}`, 'petId'],
    ['petId', whole, `name: ${text}, id: ${whole}`, 'id'],
    ['pet_id', text, `id: ${whole}`, 'id'],
    ['pet-code', text, `petCode: ${text}, id: ${whole}`, 'petCode'],
    ['username', text, `id: ${whole}, username: ${text}`, 'username'],
    ['repo', text, `id: ${whole}, name: ${text}`, undefined],
    ['repoName', text, `id: ${whole}, name: ${text}`, 'name'],
    ['plantSerialNumber', text, `id: ${whole}, serialNumber: ${text}`, 'serialNumber'],
    ['key', uuid, `name: ${text}, reference: ${uuid}`, 'reference'],
    ['key', uuid, `other: ${uuid}, reference: ${uuid}`, undefined],
  ])('named by {%s} (%s) in { %s } is %s', (name, parameter, properties, expected) => {
    const required = '[other, reference]';
    const record = parseSchema(`{ type: object, required: ${required}, properties: { ${properties} } }`);
    const found = findIdentifierName({
      schemas: [record],
      parameter: { name, schema: parseSchema(parameter) },
    });
    expect(found).toBe(expected);
  });

  it('is "id" if no path names it', () => {
    const record = parseSchema(`{ type: object, properties: { name: ${text}, id: ${whole} } }`);
    expect(findIdentifierName({ schemas: [record], parameter: undefined })).toBe('id');
  });
});
