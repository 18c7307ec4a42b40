import { describe, expect, it, test } from 'vitest';
import { loadInlineContract } from '../../../spec/loading/spec-source.ts';
import { creationFor } from '../../../spec/resources/creations.ts';
import { findItemCreators } from '../../../spec/resources/operations.ts';
import { findResourceByItem, findShallowNestings } from '../../../spec/resources/resources.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const idIn = (name: string) => ({ in: 'path', name, required: true, schema: { type: 'integer' } });
const text = { type: 'string' };
const integer = { type: 'integer' };
const record = (more: object = {}) => ({
  type: 'object',
  required: ['id'],
  properties: { id: integer, title: text, ...more },
});
const lists = (schema: object) => ({
  get: { responses: { 200: { description: 'd', ...json({ type: 'array', items: schema }) } } },
});
const creates = (schema: object, sent: object = ref('New')) => ({
  post: { requestBody: json(sent), responses: { 201: { description: 'd', ...json(schema) } } },
});
const reads = (schema: object) => ({ get: { responses: { 200: { description: 'd', ...json(schema) } } } });
const changes = (schema: object) => ({
  patch: { requestBody: json(ref('New')), responses: { 200: { description: 'd', ...json(schema) } } },
});
const removes = { delete: { responses: { 204: { description: 'd' } } } };

const schemas = {
  Album: record(),
  Photo: record(),
  OwnedPhoto: record({ albumId: integer }),
  Song: record({ length: integer }),
  New: { type: 'object', properties: { title: text } },
  Existing: { type: 'object', required: ['id'], properties: { id: integer } },
};

const albums = {
  '/albums': { ...lists(ref('Album')), ...creates(ref('Album')) },
  '/albums/{albumId}': { parameters: [idIn('albumId')], ...reads(ref('Album')) },
};
const photo = { parameters: [idIn('photoId')], ...reads(ref('Photo')), ...removes };
const below = (...operations: readonly object[]) => Object.assign({ parameters: [idIn('albumId')] }, ...operations);

function load(paths: object) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Albums', version: '1' },
    paths: { ...albums, ...paths },
    components: { schemas },
  };
  return loadInlineContract(document);
}

async function nestingsOf(paths: object) {
  return findShallowNestings(await load(paths)).map(
    ({ nested, shallow, create, list, reference }) =>
      `${nested.collection} ${create === undefined ? '' : 'creates '}${list === undefined ? '' : 'lists '}${shallow.item} ${reference}`,
  );
}

describe('two paths are about the same records:', () => {
  test.each<[string, object, readonly string[]]>([
    [
      'one creates and lists what the other reads',
      { '/albums/{albumId}/photos': below(lists(ref('Photo')), creates(ref('Photo'))), '/photos/{photoId}': photo },
      ['/albums/{albumId}/photos creates lists /photos/{photoId} undefined'],
    ],
    [
      'the other also lists them',
      {
        '/photos': lists(ref('Photo')),
        '/albums/{albumId}/photos': below(creates(ref('Photo'))),
        '/photos/{photoId}': photo,
      },
      ['/albums/{albumId}/photos creates /photos/{photoId} undefined'],
    ],
    [
      'two parents create them',
      {
        '/trips/{tripId}/photos': { parameters: [idIn('tripId')], ...creates(ref('Photo')) },
        '/albums/{albumId}/photos': below(creates(ref('Photo'))),
        '/photos/{photoId}': photo,
      },
      [
        '/trips/{tripId}/photos creates /photos/{photoId} undefined',
        '/albums/{albumId}/photos creates /photos/{photoId} undefined',
      ],
    ],
    [
      'both create them, and they name their parent',
      {
        '/photos': creates(ref('OwnedPhoto')),
        '/albums/{albumId}/photos': below(lists(ref('OwnedPhoto')), creates(ref('OwnedPhoto'))),
        '/photos/{photoId}': { parameters: [idIn('photoId')], ...reads(ref('OwnedPhoto')) },
      },
      ['/albums/{albumId}/photos creates lists /photos/{photoId} albumId'],
    ],
    [
      'the parent only lists those that name it',
      {
        '/photos': creates(ref('OwnedPhoto')),
        '/albums/{albumId}/photos': below(lists(ref('OwnedPhoto'))),
        '/photos/{photoId}': { parameters: [idIn('photoId')], ...reads(ref('OwnedPhoto')) },
      },
      ['/albums/{albumId}/photos lists /photos/{photoId} albumId'],
    ],
    [
      'both are below a common path',
      {
        '/shops/{shopId}/albums/{albumId}/photos': {
          parameters: [idIn('shopId'), idIn('albumId')],
          ...creates(ref('Photo')),
        },
        '/shops/{shopId}/photos/{photoId}': { ...photo, parameters: [idIn('shopId'), idIn('photoId')] },
      },
      ['/shops/{shopId}/albums/{albumId}/photos creates /shops/{shopId}/photos/{photoId} undefined'],
    ],
  ])('%s', async (_form, paths, expected) => {
    expect(await nestingsOf(paths)).toEqual(expected);
  });
});

describe('a path whose items have no GET is about the records of a parent:', () => {
  const parameters = [idIn('photoId')];
  const both = below(lists(ref('Photo')), creates(ref('Photo')));
  test.each<[string, object, readonly string[]]>([
    [
      'which its PATCH returns',
      { '/albums/{albumId}/photos': both, '/photos/{photoId}': { parameters, ...changes(ref('Photo')), ...removes } },
      ['/albums/{albumId}/photos creates lists /photos/{photoId} undefined'],
    ],
    [
      'which it only deletes',
      { '/albums/{albumId}/photos': both, '/photos/{photoId}': { parameters, ...removes } },
      ['/albums/{albumId}/photos creates lists /photos/{photoId} undefined'],
    ],
    [
      'whose PATCH returns a message',
      {
        '/albums/{albumId}/photos': both,
        '/photos/{photoId}': { parameters, ...changes({ type: 'object', properties: { message: text } }) },
      },
      ['/albums/{albumId}/photos creates lists /photos/{photoId} undefined'],
    ],
    [
      'which the parent only creates',
      {
        '/albums/{albumId}/photos': below(creates(ref('Photo'))),
        '/photos/{photoId}': { parameters, ...changes(ref('Photo')) },
      },
      ['/albums/{albumId}/photos creates /photos/{photoId} undefined'],
    ],
    [
      'which the parent only lists',
      {
        '/albums/{albumId}/photos': below(lists(ref('Photo'))),
        '/photos/{photoId}': { parameters, ...changes(ref('Photo')) },
      },
      ['/albums/{albumId}/photos lists /photos/{photoId} undefined'],
    ],
  ])('%s', async (_form, paths, expected) => {
    expect(await nestingsOf(paths)).toEqual(expected);
  });

  it('with its own parameters, and the identifier of the list', async () => {
    const contract = await load({ '/albums/{albumId}/photos': both, '/photos/{photoId}': { parameters, ...removes } });
    const photos = findResourceByItem(contract, '/photos/{photoId}');
    expect(photos).toMatchObject({ collection: '/photos', idName: 'id', hasKnownRecords: true });
    expect([...(photos?.roles.keys() ?? [])]).toEqual(['remove']);
  });
});

describe('a path whose items have no GET is about something else:', () => {
  const both = below(lists(ref('Photo')), creates(ref('Photo')));
  const photos = (...operations: readonly object[]) => ({
    '/albums/{albumId}/photos': both,
    '/photos/{photoId}': Object.assign({ parameters: [idIn('photoId')] }, ...operations),
  });
  test.each<[string, object]>([
    ['its PATCH returns another record', photos(changes(ref('Song')), removes)],
    [
      'its PATCH accepts other properties',
      photos({
        patch: {
          requestBody: json({ type: 'object', properties: { rating: integer } }),
          responses: { 204: { description: 'd' } },
        },
      }),
    ],
    [
      'its parameter identifies another record',
      { '/albums/{albumId}/photos': both, '/photos/{userId}': { parameters: [idIn('userId')], ...removes } },
    ],
    [
      'its parameter has another type',
      {
        '/albums/{albumId}/photos': both,
        '/photos/{photoId}': { parameters: [{ ...idIn('photoId'), schema: text }], ...removes },
      },
    ],
    [
      'different parents have different records, and it only deletes one',
      {
        ...photos(removes),
        '/users/{userId}/photos': { parameters: [idIn('userId')], ...lists(ref('Song')), ...creates(ref('Song')) },
      },
    ],
    [
      'an existing record is added to the parent',
      {
        ...photos(removes),
        '/albums/{albumId}/photos': below(lists(ref('Photo')), creates(ref('Photo'), ref('Existing'))),
      },
    ],
  ])('%s', async (_form, paths) => {
    expect(await nestingsOf(paths)).toEqual([]);
  });
});

describe('two paths stay apart:', () => {
  test.each<[string, object]>([
    [
      'their records have other schemas',
      { '/albums/{albumId}/photos': below(creates(ref('Song'))), '/photos/{photoId}': photo },
    ],
    [
      'their last words differ',
      { '/albums/{albumId}/images': below(creates(ref('Photo'))), '/photos/{photoId}': photo },
    ],
    [
      'both create records, which name no parent',
      {
        '/photos': creates(ref('Photo')),
        '/albums/{albumId}/photos': below(creates(ref('Photo'))),
        '/photos/{photoId}': photo,
      },
    ],
    [
      'a PUT creates records at the shorter path',
      {
        '/albums/{albumId}/photos': below(creates(ref('Photo'))),
        '/photos/{photoId}': {
          ...photo,
          put: { requestBody: json(ref('New')), responses: { 201: { description: 'd', ...json(ref('Photo')) } } },
        },
      },
    ],
    [
      'the parent has items of its own',
      {
        '/albums/{albumId}/photos': below(creates(ref('Photo'))),
        '/albums/{albumId}/photos/{photoId}': {
          parameters: [idIn('albumId'), idIn('photoId')],
          ...reads(ref('Photo')),
        },
        '/photos/{photoId}': photo,
      },
    ],
    [
      'an existing record is added to the parent',
      { '/albums/{albumId}/photos': below(creates(ref('Photo'), ref('Existing'))), '/photos/{photoId}': photo },
    ],
    [
      'a job creates the record later',
      {
        '/albums/{albumId}/photos': below({
          post: { requestBody: json(ref('New')), responses: { 202: { description: 'd', ...json(ref('Photo')) } } },
        }),
        '/photos/{photoId}': photo,
      },
    ],
    [
      'the parent lists other records',
      {
        '/albums/{albumId}/photos': below(
          lists({ type: 'object', properties: { title: text } }),
          creates(ref('Photo')),
        ),
        '/photos/{photoId}': photo,
      },
    ],
    [
      'nothing reads a record',
      {
        '/albums/{albumId}/photos': below(creates(ref('Photo'))),
        '/photos/{photoId}': { parameters: [idIn('photoId')], ...removes },
      },
    ],
  ])('%s', async (_form, paths) => {
    expect(await nestingsOf(paths)).toEqual([]);
  });
});

describe('the creation below a parent', () => {
  const paths = {
    '/photos': lists(ref('Photo')),
    '/albums/{albumId}/photos': below(lists(ref('Photo')), creates(ref('Photo'))),
    '/photos/{photoId}': {
      ...photo,
      put: { requestBody: json(ref('New')), responses: { 200: { description: 'd', ...json(ref('Photo')) } } },
    },
  };
  const find = async (method: string, path: string) => {
    const contract = await load(paths);
    const operation = contract.operations.find((one) => one.method === method && one.path === path);
    if (operation === undefined) throw new Error(`the document has no ${method} ${path}`);
    return { contract, operation };
  };

  it('leads to the operations of the shorter path, and to the list of its parent', async () => {
    const { contract, operation } = await find('POST', '/albums/{albumId}/photos');
    const creation = creationFor(contract, operation);
    if ('reason' in creation) throw new Error(creation.reason);
    const followUps = [...creation.followUps].map(
      ([role, one]) => `${role} ${one.operation.method} ${one.operation.path}`,
    );
    expect(followUps.toSorted()).toEqual([
      'list GET /albums/{albumId}/photos',
      'read GET /photos/{photoId}',
      'remove DELETE /photos/{photoId}',
      'replace PUT /photos/{photoId}',
    ]);
    expect(creation.item?.template).toBe('/photos/{photoId}');
    expect(creation.parent?.path).toBe('/albums');
  });

  it('of a similar schema is only for requests that need a record', async () => {
    const similar = record({ artist: text, length: integer, year: integer });
    const contract = await load({
      '/albums/{albumId}/photos': below(creates(similar)),
      '/photos/{photoId}': { parameters: [idIn('photoId')], ...reads(record({ artist: text, length: integer })) },
    });
    const operation = contract.operations.find(({ path }) => path === '/albums/{albumId}/photos');
    expect(operation && creationFor(contract, operation)).toHaveProperty('reason');
    const creators = findItemCreators(contract, { item: '/photos/{photoId}', collection: '/photos' });
    expect(creators.map((one) => one.operation)).toEqual([operation]);
  });

  it('takes the place of a PUT, which only replaces', async () => {
    const { contract, operation } = await find('PUT', '/photos/{photoId}');
    expect(creationFor(contract, operation)).toHaveProperty('reason');
  });

  it('makes records known, and is tried for requests that need one', async () => {
    const contract = await load({
      '/albums/{albumId}/photos': below(creates(ref('Photo'))),
      '/photos/{photoId}': photo,
    });
    expect(findResourceByItem(contract, '/photos/{photoId}')?.hasKnownRecords).toBe(true);
    const creators = findItemCreators(contract, { item: '/photos/{photoId}', collection: '/photos' });
    expect(creators.map(({ operation }) => operation.path)).toEqual(['/albums/{albumId}/photos']);
  });
});
