/** The Plant Store: what its bodies hold. */
import { remove, rename, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const contract = 'spec/plant-store.yaml';
const on = ['createPlant'];
const post = '/paths/~1plants/post';
const plant = '/components/schemas/Plant';
const id = '/components/schemas/NewPlant/allOf/1';
const error = '/components/schemas/Error';
const string = { type: 'string' };
const newPlant = { $ref: '#/components/schemas/NewPlant' };

export const bodies: MutantTable = {
  contract,
  group: 'bodies of the Plant Store',
  operations: on,
  breaking: [
    ['the tag is required', set(`${plant}/required/-`, 'tag'), 'a client may leave it out of its request'],
    ['a maxLength for the name', set(`${plant}/properties/name/maxLength`, 40), 'a client may send longer names'],
    [
      'the tag of a list',
      set(`${plant}/properties/tag`, { type: 'array', items: string }),
      'a text is refused, and a list is answered',
    ],
    ['an enum for the tag', set(`${plant}/properties/tag/enum`, ['fern', 'moss']), 'a client may send other tags'],
    ['the name may be left out', remove(`${plant}/required`), 'an answer may be without the name that it always had'],
    ['the name may be null', set(`${plant}/properties/name/nullable`, true), 'an answer may have null for a text'],
    [
      'the name is now called title',
      [rename(`${plant}/properties/name`, 'title'), set(`${plant}/required`, ['title'])],
      'requests with a name lack the title, answers have no name',
    ],
    ['the id is an int32', set(`${id}/properties/id/format`, 'int32'), 'ids beyond 2^31 are refused'],
    ['the id is a text', set(`${id}/properties/id`, string), 'an integer is refused'],
    ['a minimum for the id', set(`${id}/properties/id/minimum`, 1), 'ids below it are refused'],
    [
      'a further required property of the request',
      [set(`${id}/properties/bed`, string), set(`${id}/required/-`, 'bed')],
      'old requests are without it',
    ],
    [
      'the error code is an int64',
      set(`${error}/properties/error/format`, 'int64'),
      'an answer may have what no int32 holds',
    ],
    [
      'the error without its message',
      [remove(`${error}/properties/message`), set(`${error}/required`, ['error'])],
      'a client reads the message',
    ],
    ['the error code is a text', set(`${error}/properties/error`, string), 'a client reads an integer'],
    [
      'a bare schema for the answer',
      set(`${post}/responses/200/content/application~1json/schema`, {}),
      'anything may be answered',
    ],
    [
      'an answer that is a list',
      set(`${post}/responses/200/content/application~1json/schema`, {
        type: 'array',
        items: { $ref: '#/components/schemas/Plant' },
      }),
      'a client reads an object',
    ],
  ],
  risky: [
    ['a default for the tag', set(`${plant}/properties/tag/default`, 'fern'), 'no tag now means fern'],
    [
      'the tag is gone',
      remove(`${plant}/properties/tag`),
      'nothing that was valid is refused, but a tag is neither kept nor answered by contract',
    ],
  ],
  harmless: [
    ['the id need not be sent', remove(`${id}/required`), 'requests with an id are taken as before'],
    ['a further optional property', set(`${plant}/properties/bed`, string), 'nobody has to send or read it'],
    [
      'the answer has an id too',
      [set(`${post}/responses/200/content/application~1json/schema`, newPlant)],
      'an answer says more than it did',
    ],
    [
      'the error message has a length',
      set(`${error}/properties/message/minLength`, 1),
      'answers say less than a client was ready for',
    ],
    ['the code of an error is small', set(`${error}/properties/error/maximum`, 99), 'answers are fewer'],
    ['other examples', set(`${post}/requestBody/content/application~1json/examples`, {}), 'examples bind nobody'],
    ['the version and title', [set('/info/version', '1.0.1'), set('/info/title', 'Plants')], 'names of the document'],
    ['a component that nobody uses', set('/components/schemas/Pot', string), 'no exchange has to do with it'],
  ],
};
