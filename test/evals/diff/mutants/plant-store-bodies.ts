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
  group: 'bodies of the plant store',
  operations: on,
  breaking: [
    ['the tag is required', set(`${plant}/required/-`, 'tag'), 'a client may leave it out of its request'],
    ['a maxLength for the name', set(`${plant}/properties/name/maxLength`, 40), 'a client may send longer names'],
    [
      'the tag of an array',
      set(`${plant}/properties/tag`, { type: 'array', items: string }),
      'a string is rejected, and an array is returned',
    ],
    ['an enum for the tag', set(`${plant}/properties/tag/enum`, ['fern', 'moss']), 'a client may send other tags'],
    ['the name may be left out', remove(`${plant}/required`), 'a response may be without the name that it always had'],
    ['the name may be null', set(`${plant}/properties/name/nullable`, true), 'a response may have null for a string'],
    [
      'the name is now called title',
      [rename(`${plant}/properties/name`, 'title'), set(`${plant}/required`, ['title'])],
      'requests with a name lack the title, responses have no name',
    ],
    ['the id is an int32', set(`${id}/properties/id/format`, 'int32'), 'ids beyond 2^31 are rejected'],
    ['the id is a string', set(`${id}/properties/id`, string), 'an integer is rejected'],
    ['a minimum for the id', set(`${id}/properties/id/minimum`, 1), 'ids below it are rejected'],
    [
      'an additional required property of the request',
      [set(`${id}/properties/bed`, string), set(`${id}/required/-`, 'bed')],
      'existing requests lack it',
    ],
    [
      'the error code is an int64',
      set(`${error}/properties/error/format`, 'int64'),
      'a response may have what no int32 holds',
    ],
    [
      'the error without its message',
      [remove(`${error}/properties/message`), set(`${error}/required`, ['error'])],
      'a client reads the message',
    ],
    ['the error code is a string', set(`${error}/properties/error`, string), 'a client reads an integer'],
    [
      'a bare schema for the response',
      set(`${post}/responses/200/content/application~1json/schema`, {}),
      'any response is allowed',
    ],
    [
      'a response that is an array',
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
      'the tag is removed',
      remove(`${plant}/properties/tag`),
      'no valid value is rejected, but the contract no longer guarantees a tag',
    ],
  ],
  harmless: [
    ['the id becomes optional', remove(`${id}/required`), 'requests with an id are accepted as before'],
    ['an additional optional property', set(`${plant}/properties/bed`, string), 'no client has to send or read it'],
    [
      'the response has an id too',
      [set(`${post}/responses/200/content/application~1json/schema`, newPlant)],
      'the response contains more than before',
    ],
    [
      'the error message has a length',
      set(`${error}/properties/message/minLength`, 1),
      'responses allow fewer values than clients support',
    ],
    ['the code of an error is small', set(`${error}/properties/error/maximum`, 99), 'responses allow fewer values'],
    ['other examples', set(`${post}/requestBody/content/application~1json/examples`, {}), 'examples have no effect'],
    ['the version and title', [set('/info/version', '1.0.1'), set('/info/title', 'Plants')], 'names of the document'],
    ['a component that is not used', set('/components/schemas/Pot', string), 'no request or response uses it'],
  ],
};
