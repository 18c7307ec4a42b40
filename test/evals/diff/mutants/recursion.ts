/** The shelter: a recursive schema. */
import { set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const contract = 'test/fixtures/diff/shelter.yaml';
const schemas = '/components/schemas';
const string = { type: 'string' };

export const recursion: MutantTable = {
  contract,
  group: 'recursion',
  operations: ['addKennel', 'readKennel'],
  breaking: [
    [
      'a bound at every depth lowered',
      set(`${schemas}/Kennel/properties/label/maxLength`, 10),
      'longer labels are rejected',
      ['addKennel'],
    ],
    [
      'a bound at every depth raised',
      set(`${schemas}/Kennel/properties/label/maxLength`, 30),
      'a client may read longer labels',
      ['readKennel'],
    ],
    [
      'the label is an integer',
      set(`${schemas}/Kennel/properties/label`, { type: 'integer' }),
      'a string is rejected, an integer is returned',
    ],
    [
      'one level is a different schema',
      set(`${schemas}/Kennel/properties/next`, string),
      'an object is rejected, a string is returned',
    ],
    [
      'what lies within has a bound',
      set(`${schemas}/Kennel/properties/within/maxItems`, 2),
      'three are rejected',
      ['addKennel'],
    ],
  ],
  harmless: [
    [
      'the first level written out',
      [
        set(`${schemas}/Whole`, {
          type: 'object',
          required: ['label'],
          properties: {
            label: { type: 'string', maxLength: 20 },
            within: { type: 'array', items: { $ref: '#/components/schemas/Kennel' } },
            next: { $ref: '#/components/schemas/Kennel' },
          },
        }),
        set('/paths/~1kennels/get/responses/200/content/application~1json/schema', {
          $ref: '#/components/schemas/Whole',
        }),
      ],
      'the same values at every depth',
    ],
    [
      'two that name each other in turn',
      [
        set(`${schemas}/Inner`, {
          type: 'object',
          required: ['label'],
          properties: {
            label: { type: 'string', maxLength: 20 },
            within: { type: 'array', items: { $ref: '#/components/schemas/Kennel' } },
            next: { $ref: '#/components/schemas/Inner' },
          },
        }),
        set(`${schemas}/Kennel/properties/within/items`, { $ref: '#/components/schemas/Inner' }),
        set(`${schemas}/Kennel/properties/next`, { $ref: '#/components/schemas/Inner' }),
      ],
      'the same values at every depth',
    ],
  ],
};
