/** A `discriminator` with no alternatives beside it: what it tells apart are the schemas that extend its own. */
import { remove, rename, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const offer = '/components/schemas/Offer';
const mapping = `${offer}/discriminator/mapping`;
const sale = '/components/schemas/Sale/allOf/1';
const rental = '/components/schemas/Rental/allOf/1';

export const extendingSchemas: MutantTable = {
  contract: 'test/fixtures/diff/market.yaml',
  group: 'extensions of a schema with a discriminator',
  operations: ['addOffer', 'listOffers'],
  breaking: [
    [
      'another property tells them apart',
      set(`${offer}/discriminator/propertyName`, 'title'),
      'clients send and read the kind in the old one',
    ],
    ['a value by another name', rename(`${mapping}/sale`, 'sold'), 'sale leads nowhere, and sold is unknown'],
    [
      'two values exchanged',
      [set(`${mapping}/sale`, '#/components/schemas/Rental'), set(`${mapping}/rent`, '#/components/schemas/Sale')],
      'each is read as the other',
    ],
    [
      'a value for what went by its name',
      set(`${mapping}/gift`, '#/components/schemas/Gift'),
      'Gift leads nowhere, and gift is unknown',
    ],
    [
      'one more schema that extends',
      set('/components/schemas/Swap', { allOf: [{ $ref: '#/components/schemas/Offer' }] }),
      'clients are answered the kind Swap, which they do not know',
      ['listOffers'],
    ],
    [
      'one schema that extends is gone',
      remove('/components/schemas/Gift'),
      'the kind Gift leads nowhere',
      ['addOffer'],
    ],
    [
      'a schema extends no more',
      remove('/components/schemas/Gift/allOf/0'),
      'the kind Gift leads nowhere',
      ['addOffer'],
    ],
    [
      'less is taken by one that extends',
      set(`${sale}/properties/price/maximum`, 900),
      'clients send a sale for 1000',
      ['addOffer'],
    ],
    [
      'more is answered by one that extends',
      set(`${sale}/properties/price/maximum`, 1100),
      'clients are answered a sale for 1100, and never were',
      ['listOffers'],
    ],
    [
      'what one that extends promised is gone',
      remove(`${sale}/required`),
      'clients read the price of every sale',
      ['listOffers'],
    ],
    [
      'less is taken by one that is also sent by itself',
      set(`${rental}/properties/days/minimum`, 2),
      'clients rent for one day',
      ['addOffer', 'addRental'],
    ],
  ],
  risky: [
    [
      'the discriminator is gone',
      remove(`${offer}/discriminator`),
      'the same values are valid, but nothing says which kind one is',
    ],
    [
      'an optional property of one that extends is gone',
      remove('/components/schemas/Gift/allOf/1/properties/to'),
      'taken as before, but not heard; never promised, but read',
    ],
  ],
  harmless: [
    ['named, not pointed at', set(`${mapping}/sale`, 'Sale'), 'it leads to the same schema'],
    ['what goes without saying said', set(`${mapping}/Gift`, '#/components/schemas/Gift'), 'it went by that name'],
    [
      'the mapping in another order',
      [remove(`${mapping}/sale`), set(`${mapping}/sale`, '#/components/schemas/Sale')],
      'the order says nothing',
    ],
    [
      'an optional property of one that extends',
      set(`${rental}/properties/until`, { type: 'string' }),
      'clients need not send it, and pass over what they do not know',
    ],
    [
      'one that extends renamed, under its value',
      [rename('/components/schemas/Sale', 'Deal'), set(`${mapping}/sale`, '#/components/schemas/Deal')],
      'the value leads to what says the same',
    ],
  ],
};
