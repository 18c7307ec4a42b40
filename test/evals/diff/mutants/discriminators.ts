/** The fleet: alternatives that only the discriminator distinguishes, by a mapping and by component names. */
import { remove, rename, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const schemas = '/components/schemas';
const mapping = `${schemas}/Vehicle/discriminator/mapping`;
const named = (name: string) => `#${schemas}/${name}`;
const [van, bus] = [named('Van'), named('Bus')];
const drivers = ['addDriver', 'readDriver'];

export const discriminators: MutantTable = {
  contract: 'test/fixtures/diff/fleet.yaml',
  group: 'alternatives with only a discriminator',
  operations: ['addVehicle', 'listVehicles'],
  breaking: [
    ['a value renamed in the mapping', rename(`${mapping}/v`, 'w'), '`v` is unknown, and `w` was never known'],
    ['swapped values', set(mapping, { v: bus, b: van }), 'a van is read as a bus, and vice versa'],
    [
      'a second value for a kind',
      set(`${mapping}/coach`, bus),
      'a client reads `coach`, which it does not know',
      ['listVehicles'],
    ],
    ['removed mapping', remove(mapping), 'the values are the names of the components now'],
    [
      'a renamed component whose name is the value',
      [rename(`${schemas}/Guest`, 'Visitor'), set(`${schemas}/Driver/anyOf/1`, { $ref: named('Visitor') })],
      'the value was `Guest` and is `Visitor`',
      drivers,
    ],
    [
      'a mapping instead of implicit names',
      set(`${schemas}/Driver/discriminator/mapping`, { guest: named('Guest') }),
      'the value was `Guest` and is `guest`',
      drivers,
    ],
    [
      'the kind in a different property',
      [
        set(`${schemas}/Driver/discriminator/propertyName`, 'sort'),
        set(`${schemas}/Employee/properties/sort`, { type: 'string' }),
        set(`${schemas}/Guest/properties/sort`, { type: 'string' }),
      ],
      'each side reads a property that the other does not send',
      drivers,
    ],
  ],
  risky: [
    [
      'removed discriminator',
      remove(`${schemas}/Vehicle/discriminator`),
      'the same values are valid, but `v` and `b` have no meaning',
    ],
  ],
  harmless: [
    [
      'a renamed component with the same value',
      [
        rename(`${schemas}/Van`, 'Lorry'),
        set(`${schemas}/Vehicle/oneOf/0`, { $ref: named('Lorry') }),
        set(`${mapping}/v`, named('Lorry')),
      ],
      'messages contain `v`, not the name',
    ],
    [
      'swapped component names with the same values',
      [
        rename(`${schemas}/Van`, 'Other'),
        rename(`${schemas}/Bus`, 'Van'),
        rename(`${schemas}/Other`, 'Bus'),
        set(mapping, { v: bus, b: van }),
      ],
      '`v` selects the schema with a load, as before',
    ],
    ['a mapping by the names of the components', set(mapping, { v: 'Van', b: 'Bus' }), 'a name equals the reference'],
    [
      'a mapping of implicit values',
      set(`${schemas}/Driver/discriminator/mapping`, { Guest: named('Guest'), Employee: 'Employee' }),
      'the names of the components were the values before',
    ],
  ],
};
