/** A `discriminator` without alternatives: it selects among the schemas that extend its own. */
import { remove, rename, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const offer = '/components/schemas/Offer';
const mapping = `${offer}/discriminator/mapping`;
const sale = '/components/schemas/Sale/allOf/1';
const rental = '/components/schemas/Rental/allOf/1';

export const extendingSchemas: MutantTable = {
  contract: 'test/fixtures/diff/market.yaml',
  group: 'schemas that extend one with a discriminator',
  operations: ['addOffer', 'listOffers'],
  breaking: [
    [
      'a different discriminator property',
      set(`${offer}/discriminator/propertyName`, 'title'),
      'clients send and read the kind in the old one',
    ],
    ['a value by a different name', rename(`${mapping}/sale`, 'sold'), 'sale selects nothing, and sold is unknown'],
    [
      'swapped values',
      [set(`${mapping}/sale`, '#/components/schemas/Rental'), set(`${mapping}/rent`, '#/components/schemas/Sale')],
      'each is read as the other',
    ],
    [
      'a mapped value instead of an implicit name',
      set(`${mapping}/gift`, '#/components/schemas/Gift'),
      'Gift selects nothing, and gift is unknown',
    ],
    [
      'an additional extending schema',
      set('/components/schemas/Swap', { allOf: [{ $ref: '#/components/schemas/Offer' }] }),
      'clients get the kind Swap, which they do not know',
      ['listOffers'],
    ],
    ['a removed extending schema', remove('/components/schemas/Gift'), 'the kind Gift selects nothing', ['addOffer']],
    [
      'a schema no longer extends',
      remove('/components/schemas/Gift/allOf/0'),
      'the kind Gift selects nothing',
      ['addOffer'],
    ],
    [
      'an extending schema accepts less',
      set(`${sale}/properties/price/maximum`, 900),
      'clients send a sale for 1000',
      ['addOffer'],
    ],
    [
      'an extending schema returns more',
      set(`${sale}/properties/price/maximum`, 1100),
      'clients get a sale for 1100, which was not possible before',
      ['listOffers'],
    ],
    [
      'a required property of an extending schema is removed',
      remove(`${sale}/required`),
      'clients read the price of every sale',
      ['listOffers'],
    ],
    [
      'an extending schema that is also sent directly accepts less',
      set(`${rental}/properties/days/minimum`, 2),
      'clients rent for one day',
      ['addOffer', 'addRental'],
    ],
  ],
  risky: [
    [
      'the discriminator is removed',
      remove(`${offer}/discriminator`),
      'the same values are valid, but their kind is not declared',
    ],
    [
      'removed optional property of an extending schema',
      remove('/components/schemas/Gift/allOf/1/properties/to'),
      'accepted as before, but ignored; never guaranteed, but read',
    ],
  ],
  harmless: [
    ['named, not pointed at', set(`${mapping}/sale`, 'Sale'), 'it selects the same schema'],
    ['an explicit implicit value', set(`${mapping}/Gift`, '#/components/schemas/Gift'), 'the name was the value'],
    [
      'the mapping in a different order',
      [remove(`${mapping}/sale`), set(`${mapping}/sale`, '#/components/schemas/Sale')],
      'the order has no meaning',
    ],
    [
      'added optional property of an extending schema',
      set(`${rental}/properties/until`, { type: 'string' }),
      'clients do not have to send it, and ignore unknown properties',
    ],
    [
      'renamed extending schema with the same value',
      [rename('/components/schemas/Sale', 'Deal'), set(`${mapping}/sale`, '#/components/schemas/Deal')],
      'the value selects an equal schema',
    ],
  ],
};
