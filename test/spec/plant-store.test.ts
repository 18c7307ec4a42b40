/** Holds spec/plant-store.yaml to interface.md: each fact of it is stated, and nothing that is not in it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isEqualJson, isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { joinPointer, splitPointer } from '../../spec/json/pointer.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { parseSource } from '../../spec/source/read-source.ts';
import { describeViolation, validate } from '../../spec/validation/validate.ts';
import { changed, valueAt } from './support.ts';

const file = fileURLToPath(new URL('../../spec/plant-store.yaml', import.meta.url));
const document = parseSource(`file://${file}`, readFileSync(file, 'utf8')).value;

interface Fact {
  readonly fact: string;
  /** JSON Pointer. */
  readonly at: string;
  readonly is: Json;
}

const operation = '/paths/~1plants/post';
const ok = `${operation}/responses/200`;
const failed = `${operation}/responses/400`;
const schemas = '/components/schemas';
const newPlantOwn = `${schemas}/NewPlant/allOf/1`;

const facts: readonly Fact[] = [
  { fact: 'The interface is described in OpenAPI 3.0.', at: '/openapi', is: '3.0.3' },
  { fact: 'The service is the plant store.', at: '/info/title', is: 'Plant Store' },
  { fact: 'The version is 1.0.0.', at: '/info/version', is: '1.0.0' },
  { fact: 'The licence is MIT.', at: '/info/license', is: { name: 'MIT' } },
  {
    fact: 'The bearer scheme applies to all operations, with no alternative and no scopes.',
    at: '/security',
    is: [{ bearerAuth: [] }],
  },
  {
    fact: 'There is one security scheme, of type HTTP with scheme bearer.',
    at: '/components/securitySchemes',
    is: { bearerAuth: { type: 'http', scheme: 'bearer' } },
  },
  { fact: 'The request body is required.', at: `${operation}/requestBody/required`, is: true },
  {
    fact: 'The request body is application/json, a NewPlant object.',
    at: `${operation}/requestBody/content/application~1json/schema`,
    is: { $ref: '#/components/schemas/NewPlant' },
  },
  {
    fact: 'The success body is application/json, a Plant object.',
    at: `${ok}/content/application~1json/schema`,
    is: { $ref: '#/components/schemas/Plant' },
  },
  {
    fact: 'The 400 response is described as an unexpected error.',
    at: `${failed}/description`,
    is: 'Unexpected error',
  },
  {
    fact: 'The failure body is application/json, an Error object.',
    at: `${failed}/content/application~1json/schema`,
    is: { $ref: '#/components/schemas/Error' },
  },
  { fact: 'A Plant is a JSON object.', at: `${schemas}/Plant/type`, is: 'object' },
  { fact: 'The name of a Plant is a string.', at: `${schemas}/Plant/properties/name/type`, is: 'string' },
  {
    fact: 'The name means: the name of the plant.',
    at: `${schemas}/Plant/properties/name/description`,
    is: 'The name of the plant',
  },
  { fact: 'The tag of a Plant is a string.', at: `${schemas}/Plant/properties/tag/type`, is: 'string' },
  {
    fact: 'The tag specifies the type of the plant.',
    at: `${schemas}/Plant/properties/tag/description`,
    is: 'Tag that specifies the type of the plant',
  },
  { fact: 'Of a Plant the name alone is required.', at: `${schemas}/Plant/required`, is: ['name'] },
  {
    fact: 'A NewPlant has every field of Plant.',
    at: `${schemas}/NewPlant/allOf/0`,
    is: { $ref: '#/components/schemas/Plant' },
  },
  { fact: 'What a NewPlant adds is a JSON object too.', at: `${newPlantOwn}/type`, is: 'object' },
  { fact: 'The id of a NewPlant is an integer.', at: `${newPlantOwn}/properties/id/type`, is: 'integer' },
  { fact: 'The id has the format int64.', at: `${newPlantOwn}/properties/id/format`, is: 'int64' },
  {
    fact: 'The id means: identification number of the plant.',
    at: `${newPlantOwn}/properties/id/description`,
    is: 'Identification number of the plant',
  },
  { fact: 'A NewPlant requires the id beside the name.', at: `${newPlantOwn}/required`, is: ['id'] },
  { fact: 'An Error is a JSON object.', at: `${schemas}/Error/type`, is: 'object' },
  {
    fact: 'The error of an Error is an integer.',
    at: `${schemas}/Error/properties/error/type`,
    is: 'integer',
  },
  { fact: 'The error has the format int32.', at: `${schemas}/Error/properties/error/format`, is: 'int32' },
  {
    fact: 'The message of an Error is a string.',
    at: `${schemas}/Error/properties/message/type`,
    is: 'string',
  },
  { fact: 'An Error requires error and message.', at: `${schemas}/Error/required`, is: ['error', 'message'] },
];

/** All members of each of these objects: every other member is "not shown". */
const closed: readonly { readonly fact: string; readonly at: string; readonly members: readonly string[] }[] = [
  {
    fact: 'Servers, tags, events and webhooks are not shown.',
    at: '',
    members: ['openapi', 'info', 'security', 'paths', 'components'],
  },
  { fact: 'There is one path, /plants.', at: '/paths', members: ['/plants'] },
  { fact: 'There is one operation, POST.', at: '/paths/~1plants', members: ['post'] },
  {
    fact: 'The operation has no parameters and no security of its own.',
    at: operation,
    members: ['operationId', 'summary', 'requestBody', 'responses'],
  },
  {
    fact: 'The request is application/json only.',
    at: `${operation}/requestBody/content`,
    members: ['application/json'],
  },
  {
    fact: 'The statuses are 200 and 400, no others.',
    at: `${operation}/responses`,
    members: ['200', '400'],
  },
  { fact: 'The 200 response has no headers and no links.', at: ok, members: ['description', 'content'] },
  {
    fact: 'The 400 response has no headers and no links.',
    at: failed,
    members: ['description', 'content'],
  },
  { fact: 'The success body is JSON only.', at: `${ok}/content`, members: ['application/json'] },
  { fact: 'The failure body is JSON only.', at: `${failed}/content`, members: ['application/json'] },
  { fact: 'There are three data shapes.', at: schemas, members: ['Plant', 'NewPlant', 'Error'] },
  {
    fact: 'The id is not a declared field of the response.',
    at: `${schemas}/Plant/properties`,
    members: ['name', 'tag'],
  },
  {
    fact: 'A Plant may have further fields.',
    at: `${schemas}/Plant`,
    members: ['type', 'required', 'properties'],
  },
  {
    fact: 'Length and allowed values of the name are not shown.',
    at: `${schemas}/Plant/properties/name`,
    members: ['type', 'description', 'example'],
  },
  {
    fact: 'Length and allowed values of the tag are not shown.',
    at: `${schemas}/Plant/properties/tag`,
    members: ['type', 'description', 'example'],
  },
  { fact: 'A NewPlant is a Plant with one addition.', at: `${schemas}/NewPlant`, members: ['allOf'] },
  { fact: 'The addition is the id alone.', at: `${newPlantOwn}/properties`, members: ['id'] },
  {
    fact: 'The id has no limits but those of int64.',
    at: `${newPlantOwn}/properties/id`,
    members: ['type', 'format', 'description', 'example'],
  },
  { fact: 'An Error has two fields.', at: `${schemas}/Error/properties`, members: ['error', 'message'] },
  {
    fact: 'The meaning of the error integer is not shown.',
    at: `${schemas}/Error/properties/error`,
    members: ['type', 'format', 'example'],
  },
];

/** Words for people, and values that only show: they state nothing about the interface. */
const prose = ['description', 'summary', 'operationId', 'example', 'examples'];

const contract = await loadContract(file);
const bodies = contract.operations.flatMap(({ requestBody, responses }) => [
  ...(requestBody?.content.map((media) => ({ media, direction: 'request' as const })) ?? []),
  ...responses.flatMap(({ content }) => content.map((media) => ({ media, direction: 'response' as const }))),
]);
const examples = bodies.flatMap(({ media, direction }) =>
  media.examples.map((example) => ({ ...example, direction, schema: media.schema })),
);

describe('spec/plant-store.yaml matches interface.md:', () => {
  it.each(facts)('$fact', ({ at, is }) => {
    expect(valueAt(document, splitPointer(at))).toEqual(is);
  });

  it.each(closed)('$fact', ({ at, members }) => {
    expect(membersOf(document, at).toSorted()).toEqual(members.toSorted());
  });
});

describe('spec/plant-store.yaml', () => {
  it('states nothing that is not in interface.md', () => {
    expect(unknownStatements(document)).toEqual([]);
  });

  it('gives the operation an id and requires the bearer token on it', () => {
    const [only, ...others] = contract.operations;
    expect(others).toEqual([]);
    expect(only?.id).toBe('createPlant');
    expect(only?.security.map(({ schemes }) => schemes.map(({ type, scheme }) => [type, scheme]))).toEqual([
      [['http', 'bearer']],
    ]);
  });

  it('shows at least one example of each body', () => {
    expect(bodies.map(({ media }) => media.examples.length > 0)).toEqual([true, true, true]);
  });

  it.each(examples)('shows in $name a $direction body that is valid', ({ schema, value, direction }) => {
    expect(schema && validate(schema, value, direction).map((one) => describeViolation(one))).toEqual([]);
  });

  it('has realistic plants and messages, no placeholders', () => {
    const words = examples.flatMap(({ value }) => leavesOf(value, '').map(([, leaf]) => leaf));
    expect(words).toContain('Boston fern');
    expect(words.filter((word) => typeof word === 'string' && /^(string|text|sample|foo|bar)?$/i.test(word))).toEqual(
      [],
    );
  });
});

const at = (pointer: string) => splitPointer(pointer);

/** Each contradicts a fact, or adds a statement that interface.md does not contain. */
const mutations: readonly {
  readonly change: string;
  readonly mutant: Json;
  readonly noticed: string;
}[] = [
  {
    change: 'different version',
    mutant: changed(document, ['info', 'version'], '1.0.1'),
    noticed: 'The version is 1.0.0.',
  },
  {
    change: 'no licence',
    mutant: changed(document, ['info', 'license'], undefined),
    noticed: 'The licence is MIT.',
  },
  {
    change: 'basic instead of bearer',
    mutant: changed(document, at('/components/securitySchemes/bearerAuth/scheme'), 'basic'),
    noticed: 'There is one security scheme, of type HTTP with scheme bearer.',
  },
  {
    change: 'a bearer format',
    mutant: changed(document, at('/components/securitySchemes/bearerAuth/bearerFormat'), 'JWT'),
    noticed: 'There is one security scheme, of type HTTP with scheme bearer.',
  },
  {
    change: 'optional security',
    mutant: changed(document, ['security', 1], {}),
    noticed: 'The bearer scheme applies to all operations, with no alternative and no scopes.',
  },
  {
    change: 'security removed from the operation',
    mutant: changed(document, at(`${operation}/security`), []),
    noticed: 'The operation has no parameters and no security of its own.',
  },
  {
    change: 'a body that is not required',
    mutant: changed(document, at(`${operation}/requestBody/required`), false),
    noticed: 'The request body is required.',
  },
  {
    change: '201 instead of 200',
    mutant: changed(changed(document, at(`${ok}`), undefined), at(`${operation}/responses/201`), {
      description: 'The created plant',
    }),
    noticed: 'The statuses are 200 and 400, no others.',
  },
  {
    change: 'a 401 response',
    mutant: changed(document, at(`${operation}/responses/401`), { description: 'No token' }),
    noticed: 'The statuses are 200 and 400, no others.',
  },
  {
    change: 'a default response',
    mutant: changed(document, at(`${operation}/responses/default`), { description: 'Unexpected error' }),
    noticed: 'The statuses are 200 and 400, no others.',
  },
  {
    change: 'a second path',
    mutant: changed(document, at('/paths/~1plants~1{id}'), { get: {} }),
    noticed: 'There is one path, /plants.',
  },
  {
    change: 'a second operation',
    mutant: changed(document, at('/paths/~1plants/get'), { responses: {} }),
    noticed: 'There is one operation, POST.',
  },
  {
    change: 'maximum length of the name',
    mutant: changed(document, at(`${schemas}/Plant/properties/name/maxLength`), 100),
    noticed: 'Length and allowed values of the name are not shown.',
  },
  {
    change: 'array of tags',
    mutant: changed(document, at(`${schemas}/Plant/properties/tag/enum`), ['fern', 'cactus']),
    noticed: 'Length and allowed values of the tag are not shown.',
  },
  {
    change: 'id in the response',
    mutant: changed(document, at(`${schemas}/Plant/properties/id`), { type: 'integer' }),
    noticed: 'The id is not a declared field of the response.',
  },
  {
    change: 'NewPlant in the response',
    mutant: changed(document, at(`${ok}/content/application~1json/schema/$ref`), '#/components/schemas/NewPlant'),
    noticed: 'The success body is application/json, a Plant object.',
  },
  {
    change: 'an id of int32',
    mutant: changed(document, at(`${newPlantOwn}/properties/id/format`), 'int32'),
    noticed: 'The id has the format int64.',
  },
  {
    change: 'an id from 1',
    mutant: changed(document, at(`${newPlantOwn}/properties/id/minimum`), 1),
    noticed: 'The id has no limits but those of int64.',
  },
  {
    change: 'an id that is optional',
    mutant: changed(document, at(`${newPlantOwn}/required`), undefined),
    noticed: 'A NewPlant requires the id beside the name.',
  },
  {
    change: 'an error of int64',
    mutant: changed(document, at(`${schemas}/Error/properties/error/format`), 'int64'),
    noticed: 'The error has the format int32.',
  },
  {
    change: 'a message that is optional',
    mutant: changed(document, at(`${schemas}/Error/required`), ['error']),
    noticed: 'An Error requires error and message.',
  },
  {
    change: 'no further fields',
    mutant: changed(document, at(`${schemas}/Plant/additionalProperties`), false),
    noticed: 'A Plant may have further fields.',
  },
  {
    change: 'a server',
    mutant: changed(document, ['servers'], [{ url: 'https://plants.example.com' }]),
    noticed: 'Servers, tags, events and webhooks are not shown.',
  },
  {
    change: 'a query parameter',
    mutant: changed(document, at(`${operation}/parameters`), [{ name: 'dry', in: 'query' }]),
    noticed: 'The operation has no parameters and no security of its own.',
  },
  {
    change: 'header of the response',
    mutant: changed(document, at(`${ok}/headers`), { 'X-Rate-Limit': {} }),
    noticed: 'The 200 response has no headers and no links.',
  },
  {
    change: 'XML in addition to JSON',
    mutant: changed(document, at(`${ok}/content/application~1xml`), {}),
    noticed: 'The success body is JSON only.',
  },
  {
    change: 'a contact',
    mutant: changed(document, ['info', 'contact'], { email: 'store@example.com' }),
    noticed: '/info/contact/email is not in interface.md',
  },
  {
    change: 'a deprecated operation',
    mutant: changed(document, at(`${operation}/deprecated`), true),
    noticed: `${operation}/deprecated is not in interface.md`,
  },
];

describe('the list of facts', () => {
  it('matches the document', () => {
    expect(problemsIn(document)).toEqual([]);
  });

  it.each(mutations)('detects: $change', ({ mutant, noticed }) => {
    expect(problemsIn(mutant)).toContain(noticed);
  });
});

function problemsIn(mutant: Json): readonly string[] {
  const broken = facts.filter(({ at: pointer, is }) => {
    const found = valueAt(mutant, splitPointer(pointer));
    return found === undefined || !isEqualJson(found, is);
  });
  const opened = closed.filter(
    ({ at: pointer, members }) => !isEqualJson(membersOf(mutant, pointer).toSorted(), members.toSorted()),
  );
  const unknown = unknownStatements(mutant).map((pointer) => `${pointer} is not in interface.md`);
  return [...[...broken, ...opened].map(({ fact }) => fact), ...unknown];
}

function membersOf(value: Json, pointer: string): readonly string[] {
  const part = valueAt(value, splitPointer(pointer));
  return isJsonObject(part) ? Object.keys(part) : [];
}

/** The places of the document that no fact speaks of. */
function unknownStatements(value: Json): readonly string[] {
  const isKnown = (pointer: string) =>
    facts.some((fact) => pointer === fact.at || pointer.startsWith(`${fact.at}/`)) ||
    splitPointer(pointer).some((key, index, keys) => prose.includes(key) && keys[index - 1] !== 'properties');
  return leavesOf(value, '')
    .map(([pointer]) => pointer)
    .filter((pointer) => !isKnown(pointer));
}

function leavesOf(value: Json, pointer: string): readonly (readonly [string, Json])[] {
  const parts = isJsonArray(value) ? [...value.entries()] : isJsonObject(value) ? Object.entries(value) : [];
  if (parts.length === 0) return [[pointer, value]];
  return parts.flatMap(([key, part]) => leavesOf(part, joinPointer(pointer, key)));
}
