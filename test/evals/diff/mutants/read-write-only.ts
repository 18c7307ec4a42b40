/** The shelter: properties of one direction. */
import { remove, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const contract = 'test/fixtures/diff/shelter.yaml';

const recordHandler = '/components/schemas/Keeper';

export const readWriteOnly: MutantTable = {
  contract,
  group: 'readOnly and writeOnly',
  operations: ['keepKeeper'],
  breaking: [
    [
      'a readOnly property has to be sent',
      remove(`${recordHandler}/properties/id/readOnly`),
      'old requests are without it',
    ],
    [
      'a required property is no longer answered',
      set(`${recordHandler}/properties/name/writeOnly`, true),
      'a client reads it',
    ],
    [
      'a writeOnly property need not be sent, and one more has to',
      [set(`${recordHandler}/required`, ['id', 'name', 'phone'])],
      'old requests may be without the phone',
    ],
    [
      'an answered property with more bits',
      set(`${recordHandler}/properties/id/format`, 'int64'),
      'a client may read what no int32 holds',
    ],
    ['a sent property with a bound', set(`${recordHandler}/properties/pin/maxLength`, 8), 'longer ones are refused'],
    ['an answered property is optional', set(`${recordHandler}/required`, ['name', 'pin']), 'a client reads the id'],
  ],
  risky: [
    [
      'a property is readOnly',
      set(`${recordHandler}/properties/phone/readOnly`, true),
      'who sends it may be refused, or is heard no more',
    ],
  ],
  harmless: [
    [
      'a writeOnly property is answered too',
      remove(`${recordHandler}/properties/pin/writeOnly`),
      'nobody has to read it',
    ],
    [
      'an answered property with a bound',
      set(`${recordHandler}/properties/id/minimum`, 1),
      'no request has it, and answers say less',
    ],
    [
      'a sent property without a need',
      set(`${recordHandler}/required`, ['id', 'name']),
      'no answer has it, and requests may have it',
    ],
    [
      'a sent property without its type',
      set(`${recordHandler}/properties/pin`, { writeOnly: true }),
      'no answer has it, and more is taken',
    ],
    ['readOnly: false written out', set(`${recordHandler}/properties/phone/readOnly`, false), 'the same'],
  ],
};
