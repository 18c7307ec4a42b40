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
      'existing requests lack it',
    ],
    [
      'a required property is no longer returned',
      set(`${recordHandler}/properties/name/writeOnly`, true),
      'a client reads it',
    ],
    [
      'a writeOnly property becomes optional, and another one required',
      [set(`${recordHandler}/required`, ['id', 'name', 'phone'])],
      'existing requests may omit the phone',
    ],
    [
      'a response property with more bits',
      set(`${recordHandler}/properties/id/format`, 'int64'),
      'a client may read what no int32 holds',
    ],
    [
      'a request property with a bound',
      set(`${recordHandler}/properties/pin/maxLength`, 8),
      'longer ones are rejected',
    ],
    [
      'a response property becomes optional',
      set(`${recordHandler}/required`, ['name', 'pin']),
      'a client reads the id',
    ],
  ],
  risky: [
    [
      'a property is readOnly',
      set(`${recordHandler}/properties/phone/readOnly`, true),
      'requests with it may be rejected, or it is ignored',
    ],
  ],
  harmless: [
    [
      'a writeOnly property is also returned',
      remove(`${recordHandler}/properties/pin/writeOnly`),
      'no client has to read it',
    ],
    [
      'a response property with a bound',
      set(`${recordHandler}/properties/id/minimum`, 1),
      'no request has it, and responses allow fewer values',
    ],
    [
      'a request property becomes optional',
      set(`${recordHandler}/required`, ['id', 'name']),
      'no response has it, and requests may have it',
    ],
    [
      'a request property without its type',
      set(`${recordHandler}/properties/pin`, { writeOnly: true }),
      'no response has it, and more is accepted',
    ],
    ['readOnly: false written out', set(`${recordHandler}/properties/phone/readOnly`, false), 'the same'],
  ],
};
