/** The fleet: alternatives that only the discriminator tells apart, by a mapping and by the names of components. */
import { remove, rename, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const schemas = '/components/schemas';
const mapping = `${schemas}/Vehicle/discriminator/mapping`;
const named = (name: string) => `#${schemas}/${name}`;
const [van, bus] = [named('Van'), named('Bus')];
const drivers = ['addDriver', 'readDriver'];

export const discriminators: MutantTable = {
  contract: 'test/fixtures/diff/fleet.yaml',
  group: 'only the discriminator differs',
  operations: ['addVehicle', 'listVehicles'],
  breaking: [
    ['a value renamed in the mapping', rename(`${mapping}/v`, 'w'), '`v` is not known, and `w` never was'],
    [
      'two values exchanged',
      set(mapping, { v: bus, b: van }),
      'who sends a van is read as sending a bus, and the other way round',
    ],
    [
      'a second value for a kind',
      set(`${mapping}/coach`, bus),
      'a client reads `coach`, which leads nowhere by what it knows',
      ['listVehicles'],
    ],
    ['no mapping any more', remove(mapping), 'the values are the names of the components now'],
    [
      'a component renamed that is its own value',
      [rename(`${schemas}/Guest`, 'Visitor'), set(`${schemas}/Driver/anyOf/1`, { $ref: named('Visitor') })],
      'the value was `Guest` and is `Visitor`',
      drivers,
    ],
    [
      'a mapping where the names were the values',
      set(`${schemas}/Driver/discriminator/mapping`, { guest: named('Guest') }),
      'the value was `Guest` and is `guest`',
      drivers,
    ],
    [
      'the kind in another property',
      [
        set(`${schemas}/Driver/discriminator/propertyName`, 'sort'),
        set(`${schemas}/Employee/properties/sort`, { type: 'string' }),
        set(`${schemas}/Guest/properties/sort`, { type: 'string' }),
      ],
      'each side looks where the other does not say it',
      drivers,
    ],
  ],
  risky: [
    [
      'no discriminator any more',
      remove(`${schemas}/Vehicle/discriminator`),
      'the same values are valid, but nothing says what `v` and `b` are',
    ],
  ],
  harmless: [
    [
      'a component renamed behind its value',
      [
        rename(`${schemas}/Van`, 'Lorry'),
        set(`${schemas}/Vehicle/oneOf/0`, { $ref: named('Lorry') }),
        set(`${mapping}/v`, named('Lorry')),
      ],
      'an exchange carries `v`, and not the name',
    ],
    [
      'two components that exchange their names behind their values',
      [
        rename(`${schemas}/Van`, 'Other'),
        rename(`${schemas}/Bus`, 'Van'),
        rename(`${schemas}/Other`, 'Bus'),
        set(mapping, { v: bus, b: van }),
      ],
      '`v` leads to what has a load, as before',
    ],
    [
      'a mapping by the names of the components',
      set(mapping, { v: 'Van', b: 'Bus' }),
      'a name stands for the reference',
    ],
    [
      'a mapping that says what goes without saying',
      set(`${schemas}/Driver/discriminator/mapping`, { Guest: named('Guest'), Employee: 'Employee' }),
      'the names of the components were the values before',
    ],
  ],
};
