/** The shelter: kinds of pets with a discriminator. */
import { remove, rename, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const contract = 'test/fixtures/diff/shelter.yaml';
const schemas = '/components/schemas';
const [cat, dog] = ['Cat', 'Dog'].map((name) => `${schemas}/${name}/allOf/1`);
const string = { type: 'string' };
const bird = {
  type: 'object',
  required: ['kind', 'name'],
  properties: { kind: { type: 'string', enum: ['bird'] }, name: string },
};
const mapping = { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' };

export const alternatives: MutantTable = {
  contract,
  group: 'alternatives with a discriminator',
  operations: ['addPet', 'listPets'],
  breaking: [
    [
      'a kind that accepts the values of another one',
      set(`${cat}/properties/kind/enum`, ['cat', 'dog']),
      'an animal called a dog may be a cat',
      ['listPets'],
    ],
    [
      'additional kind',
      [set(`${schemas}/Bird`, bird), set(`${schemas}/Pet/oneOf/-`, { $ref: '#/components/schemas/Bird' })],
      'a client reads a kind that it does not know',
      ['listPets'],
    ],
    [
      'removed kind',
      [remove(`${schemas}/Pet/oneOf/1`), remove(`${schemas}/Pet/discriminator/mapping/dog`)],
      'dogs are rejected',
      ['addPet'],
    ],
    [
      'a kind under a different value',
      [
        set(`${dog}/properties/kind/enum`, ['hound']),
        set(`${schemas}/Pet/discriminator/mapping`, { cat: mapping.cat, hound: mapping.dog }),
      ],
      'dogs are rejected, and hounds are returned',
    ],
    [
      'the kind in a different property',
      [
        rename(`${cat}/properties/kind`, 'sort'),
        rename(`${dog}/properties/kind`, 'sort'),
        set(`${cat}/required/0`, 'sort'),
        set(`${dog}/required/0`, 'sort'),
        set(`${schemas}/Pet/discriminator/propertyName`, 'sort'),
      ],
      'the discriminator is in a different property',
    ],
    ['one kind requires more', set(`${cat}/required/-`, 'colour'), 'cats without a colour are rejected', ['addPet']],
    ['one kind guarantees less', set(`${dog}/required`, ['kind']), 'a client reads the tricks of a dog', ['listPets']],
    [
      'a bound of one kind raised',
      set(`${cat}/properties/lives/maximum`, 12),
      'a client may read more lives than a cat had',
      ['listPets'],
    ],
    [
      'a bound of one kind lowered',
      set(`${cat}/properties/lives/maximum`, 7),
      'cats of nine lives are rejected',
      ['addPet'],
    ],
    [
      'the shared part requires more',
      set(`${schemas}/Animal/required/-`, 'born'),
      'pets without a birthday are rejected',
      ['addPet'],
    ],
    ['the shared part guarantees less', remove(`${schemas}/Animal/required`), 'a client reads the name', ['listPets']],
  ],
  harmless: [
    ['no discriminator', remove(`${schemas}/Pet/discriminator`), 'the values of `kind` distinguish them as before'],
    [
      'a discriminator without its mapping',
      remove(`${schemas}/Pet/discriminator/mapping`),
      'validates nothing: `kind` has a separate enum in each',
    ],
    [
      'kinds in a different order',
      set(`${schemas}/Pet/oneOf`, [{ $ref: mapping.dog }, { $ref: mapping.cat }]),
      'exactly one, whatever the order',
    ],
    ['anyOf for kinds that exclude each other', rename(`${schemas}/Pet/oneOf`, 'anyOf'), 'no pet is of two kinds'],
    [
      'what is shared written twice',
      set(`${schemas}/Cat/allOf/0`, {
        type: 'object',
        required: ['name'],
        properties: { name: string, born: { type: 'string', format: 'date' } },
      }),
      'the same, where it is used',
    ],
    [
      'a kind in one schema without allOf',
      set(`${schemas}/Cat`, {
        type: 'object',
        required: ['name', 'kind', 'lives'],
        properties: {
          name: string,
          born: { type: 'string', format: 'date' },
          kind: { type: 'string', enum: ['cat'] },
          lives: { type: 'integer', minimum: 0, maximum: 9 },
        },
      }),
      'the same conditions',
    ],
    [
      'oneOf within oneOf',
      set(`${schemas}/Pet`, { oneOf: [{ oneOf: [{ $ref: mapping.cat }, { $ref: mapping.dog }] }] }),
      'oneOf with one alternative equals it; the values distinguish the kinds',
    ],
    [
      'a schema under a different name',
      [
        rename(`${schemas}/Dog`, 'Hound'),
        set(`${schemas}/Pet/oneOf/1`, { $ref: '#/components/schemas/Hound' }),
        set(`${schemas}/Pet/discriminator/mapping/dog`, '#/components/schemas/Hound'),
      ],
      'messages do not contain the name',
    ],
  ],
};
