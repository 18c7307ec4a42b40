import { describe, expect, test } from 'vitest';
import { ineffectiveRuleNotes } from '../../../contracts/pact/file/ineffective-rules.ts';
import { parsePact, readPact } from '../../../contracts/pact/file/pact-file.ts';
import { assertVerifiable } from '../../../contracts/pact/file/validate-pact.ts';
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { fileOf, kitErrorOf } from '../support.ts';
import {
  interactionWithRequest,
  interactionWithResponse,
  nativeVerifierPasses,
  pactText,
  pactWithInteraction,
  rule,
} from './support.ts';

async function rejectionOf(text: string) {
  const refuse = async () => assertVerifiable(await readPact(fileOf(text)));
  const { code, detail } = await kitErrorOf(refuse());
  return [code, detail];
}

function notes(text: string): readonly string[] {
  const pact = parsePact('pact.json', text);
  assertVerifiable(pact);
  return pact.interactions.flatMap((interaction) => ineffectiveRuleNotes(pact, interaction));
}

test.each(['consumer', 'provider'] as const)('rejects a %s name with a NUL character', async (role) => {
  const [code, detail] = await rejectionOf(pactText({}, { [role]: { name: 'a\0b' } }));
  expect(code).toBe('pact-unverifiable');
  expect(detail).toContain(`${role} name that contains a NUL`);
});

const version = (value: Json) => ({ metadata: { pactSpecification: { version: value } } });
/** The expression of a generator for a value of a provider state. */
const stateValue = (name: string) => `\${${name}}`;
const fern = { name: 'fern' };
const token = { type: 'ProviderState', expression: stateValue('token') };

/** Pacts that the verifier passes although the response, or the request it sends, differs from the pact. */
const passedOver: readonly [what: string, text: string, answer: Json, detail: string][] = [
  ['{}', '{}', {}, 'no interactions'],
  ['no interactions', pactText({}, { interactions: [] }), {}, 'no interactions'],
  ['an unknown version', pactText({}, version('9.0')), {}, 'supported are 1 to 4'],
  ['an invalid version', pactText({}, version('latest')), {}, 'supported are 1 to 4'],
  [
    'messages in addition to interactions',
    pactText({}, { ...version('3.0'), messages: [{ description: 'm' }] }),
    {},
    'messages',
  ],
  [
    'plugins in version 3',
    pactText({}, { metadata: { pactSpecification: { version: '3.0' }, plugins: [{ name: 'x' }] } }),
    {},
    'requires plugins',
  ],
  [
    'plugins in capitals',
    pactText({}, { metadata: { pactSpecification: { version: '4.0' }, Plugins: [{ name: 'x' }] } }),
    {},
    'requires plugins',
  ],
  ['plugins of one interaction', pactText({ pluginConfiguration: { x: { y: 1 } } }), {}, 'plugins'],
  ['no description', pactText({ description: null }), {}, 'interaction 1 has no description'],
  ['states that are strings', pactText({ providerStates: ['a'] }), {}, 'provider states'],
  ['one string for all states', pactText({ providerStates: 'a' }), {}, 'provider states'],
  ['no request', pactText({ request: null }), {}, 'no "request"'],
  [
    'an unknown generator',
    pactText(interactionWithRequest({ query: { q: { type: 'Fresh' } } }, { query: { q: ['1'] } })),
    {},
    'generator of type "Fresh"',
  ],
  [
    'a generator without a type',
    pactText(interactionWithRequest({ query: { q: { expression: stateValue('q') } } }, { query: { q: ['1'] } })),
    {},
    'generator of type null',
  ],
  [
    'generators for an unknown category',
    pactText(interactionWithRequest({ headers: { A: token } })),
    {},
    'generators for "headers"',
  ],
  [
    'a header that its generator spells differently',
    pactText(
      interactionWithRequest({ header: { authorization: token } }, { headers: { Authorization: ['Bearer x'] } }),
    ),
    {},
    'spells differently',
  ],
  [
    'rules for an unknown category',
    pactText(interactionWithResponse(fern, { bdoy: { '$.name': { matchers: [{ match: 'type' }] } } })),
    { name: 'moss' },
    'invalid matching rule',
  ],
  [
    'expected headers that are a string',
    pactText({ response: { status: 200, headers: 'X-Page: 1' } }),
    {},
    'headers of the response: received a string',
  ],
  [
    'expected headers that are an array',
    pactText({ response: { status: 200, headers: [['X-Page', '1']] } }),
    {},
    'headers of the response: received an array',
  ],
  [
    'a query that is an array',
    pactText({ request: { method: 'GET', path: '/plants', query: [['q', '1']] } }),
    {},
    'query of the request: received an array',
  ],
  [
    'a query whose values are not strings',
    pactText({ request: { method: 'GET', path: '/plants', query: { q: [null] } } }),
    {},
    'query of the request: received an object of a different form',
  ],
  [
    'the query of version 3 in version 2',
    pactText({ request: { method: 'GET', path: '/plants', query: { q: ['1'] } } }, version('2.0.0')),
    {},
    'a string in version 2',
  ],
  [
    'generators that are an array',
    pactText({ request: { method: 'GET', path: '/plants', generators: [token] } }),
    {},
    'generators of the request: received an array',
  ],
  [
    'a state that is missing in the array of states',
    pactText({ providerState: 'a plant exists', providerStates: [] }),
    {},
    'state "a plant exists", which its providerStates do not contain',
  ],
];

describe('rejects a pact that the original verifier passes, with', () => {
  test.each(passedOver)('%s', async (_what, text, response, detail) => {
    if (!text.includes('"request": null')) expect(await nativeVerifierPasses(text, response)).toBe(true);
    expect(await rejectionOf(text)).toEqual(['pact-unverifiable', expect.stringContaining(detail)]);
  });
});

const encoded = (body: JsonObject): JsonObject => ({
  response: { status: 200, body: { contentType: 'application/json', ...body } },
});

/** Pacts that fail in the verifier although the implementation responds exactly like the example. */
const blamed: readonly [what: string, text: string, answer: Json, detail: string][] = [
  [
    'an unknown matcher type',
    pactText(interactionWithResponse(fern, rule('$.name', { match: 'Type' }))),
    fern,
    'matcher type "Type"',
  ],
  [
    'a rule that is not an array of matchers',
    pactText(interactionWithResponse(fern, { body: { '$.name': { match: 'type' } } })),
    { name: 'moss' },
    'invalid matching rule',
  ],
  [
    'a rule that is a string',
    pactText(interactionWithResponse(fern, { body: { '$.name': 'type' } })),
    { name: 'moss' },
    'invalid matching rule',
  ],
  ['a matcher without a type', pactText(interactionWithResponse(fern, rule('$.name', {}))), fern, 'without "match"'],
  [
    'a matcher that is a string',
    pactText(interactionWithResponse(fern, rule('$.name', 'type'))),
    fern,
    'not an object',
  ],
  [
    'a regex matcher without a regular expression',
    pactText(interactionWithResponse(fern, rule('$.name', { match: 'regex' }))),
    fern,
    'without a regular expression',
  ],
  [
    'rules that are an array',
    pactText({
      response: {
        ...{ status: 200, headers: { 'Content-Type': ['application/json'] } },
        body: { contentType: 'application/json', content: fern },
        matchingRules: [rule('$.name', { match: 'type' })],
      },
    }),
    { name: 'moss' },
    'matchingRules of the response: received an array',
  ],
  [
    'a path with ..',
    pactText(interactionWithResponse(fern, rule('$..name', { match: 'type' }))),
    fern,
    'does not support ".."',
  ],
  ['invalid Base64', pactText(encoded({ content: '!!!', encoded: 'base64' })), fern, 'cannot be decoded'],
  [
    'Base64 with a different name',
    pactText(encoded({ content: 'eyJuYW1lIjoiZmVybiJ9', encoded: true })),
    fern,
    'cannot be decoded',
  ],
  ['an interaction without a type', pactText({ type: null }), {}, 'of type null over "http"'],
];

describe('rejects a pact for which the original verifier reports false positives, with', () => {
  test.each(blamed)('%s', async (_what, text, response, detail) => {
    expect(await nativeVerifierPasses(text, response)).toBe(false);
    expect(await rejectionOf(text)).toEqual(['pact-unverifiable', expect.stringContaining(detail)]);
  });
});

test.each([204.5, '204', 42, 600, null])(
  'rejects the status %j, on which the original verifier crashes',
  async (status) => {
    const [, detail] = await rejectionOf(pactText({ response: { status } }));
    expect(detail).toBe(`received the status ${JSON.stringify(status)}; expected an integer from 100 to 599`);
  },
);

test('reports all problems of a pact in one error', async () => {
  const interactions = [
    pactWithInteraction({ description: null }),
    pactWithInteraction({ description: 'b', response: { status: 42, headers: 'x' } }),
    pactWithInteraction({ description: 'c', ...interactionWithRequest({ body: { '$.a': { type: 'Fresh' } } }) }),
  ];
  const [code, detail = ''] = await rejectionOf(pactText({}, { interactions, messages: [{}] }));
  expect(code).toBe('pact-unverifiable');
  expect(detail.replaceAll(/ \(\S+:\d+\)/g, '').split('\nalso ')).toEqual([
    'received a pact with messages; only HTTP interactions can be verified against a base URL',
    'interaction 1 has no description',
    'the headers of the response: received a string; the verifier accepts only an object',
    'received the status 42; expected an integer from 100 to 599',
    'received a generator of type "Fresh", which the verifier ignores',
  ]);
});

test('reports all interactions without a request or response in one error', async () => {
  const [, detail] = await rejectionOf(pactText({}, { interactions: [{}, { request: {} }, pactWithInteraction({})] }));
  expect(detail?.replaceAll(/ \(\S+:\d+\)/g, '')).toBe(
    'interaction 1 has no "request" and no "response", which an HTTP interaction requires\n' +
      'also interaction 2 has no "response", which an HTTP interaction requires',
  );
});

test('rejects a duplicate interaction, with both lines', async () => {
  expect(
    await rejectionOf(
      pactText({}, { interactions: [pactWithInteraction({}), pactWithInteraction({ response: { status: 404 } })] }),
    ),
  ).toEqual(['pact-unverifiable', expect.stringMatching(/^received "a list of plants" twice, first on line \d+/)]);
});

/** Pacts that the verifier passes with a wrong response, which may be intended. */
const reported: readonly [what: string, interaction: JsonObject, answer: Json, note: string][] = [
  [
    'a rule for a path that the example does not have',
    interactionWithResponse(fern, rule('$.nmae', { match: 'regex', regex: '^z$' })),
    { name: 'fern', nmae: 'a' },
    'the rule for $.nmae of the body has no effect: the example has no such path',
  ],
  [
    'a rule for a header that is not expected',
    interactionWithResponse(fern, { header: { 'X-Page': { matchers: [{ match: 'regex', regex: '^z$' }] } } }),
    fern,
    'the rule for the header X-Page has no effect: the pact expects no such header',
  ],
  [
    'an array whose example is empty',
    interactionWithResponse({ items: [] }, rule('$.items', { match: 'type', min: 0 })),
    { items: [5, 'x'] },
    'the rule for $.items of the body checks no item: the array in the example is empty',
  ],
  [
    'arrayContains for a value that is not an array',
    interactionWithResponse(fern, rule('$.name', { match: 'arrayContains', variants: [] })),
    { name: 5 },
    'the arrayContains rule for $.name of the body has no effect on a value of this type',
  ],
  [
    'eachKey for a value that is not an object',
    interactionWithResponse(fern, rule('$.name', { match: 'eachKey', rules: [{ match: 'regex', regex: '^z$' }] })),
    { name: 5 },
    'the eachKey rule for $.name of the body has no effect on a value of this type',
  ],
  [
    'a status code rule in a body',
    interactionWithResponse(fern, rule('$.name', { match: 'statusCode', status: 'success' })),
    { name: 5 },
    'the statusCode rule for $.name of the body has no effect on a value of this type',
  ],
  [
    'an example that its own regex rejects',
    interactionWithResponse(fern, rule('$.name', { match: 'regex', regex: '(?i)^MOSS$' })),
    { name: 'moss' },
    'the example for $.name of the body does not match its own rule (?i)^MOSS$',
  ],
  [
    'a body without content',
    { response: { status: 200, body: { contentType: 'application/json' } } },
    { any: 'thing' },
    'the expected body has no content, so every body passes',
  ],
];

describe('warns, where the original verifier passes silently, about', () => {
  test.each(reported)('%s', async (_what, interaction, response, note) => {
    const text = pactText(interaction);
    expect(await nativeVerifierPasses(text, response)).toBe(true);
    expect(notes(text)).toEqual([note]);
  });

  test('warns about a generator for a path that the example does not have', () => {
    const body = { content: { id: 1 }, contentType: 'application/json', encoded: false };
    const request = { method: 'POST', body };
    expect(notes(pactText(interactionWithRequest({ body: { '$.ID': token } }, request)))).toEqual([
      'the generator for $.ID of the body has no effect: the example has no such path',
    ]);
  });
});

describe('does not warn about', () => {
  test.each<[what: string, text: string]>([
    ['effective rules', pactText(interactionWithResponse({ a: [{ b: 1 }] }, rule('$.a[*].b', { match: 'integer' })))],
    ['quoted names', pactText(interactionWithResponse({ 'a b': 1 }, rule("$['a b']", { match: 'integer' })))],
    [
      'rules in the format of version 2',
      pactText(
        {
          response: {
            status: 200,
            headers: { A: 'x' },
            body: fern,
            matchingRules: { '$.body.name': { match: 'type' }, '$.headers.A': { match: 'type' } },
          },
        },
        version('2.0'),
      ),
    ],
    [
      'a header in lower case',
      pactText(
        interactionWithResponse(fern, {
          header: { 'content-type': { matchers: [{ match: 'regex', regex: 'json' }] } },
        }),
      ),
    ],
    [
      'a regex of another dialect',
      pactText(interactionWithResponse(fern, rule('$.name', { match: 'regex', regex: '\\A(?>f)ern\\z' }))),
    ],
    [
      'the matcher types of versions 3 and 4',
      pactText(interactionWithResponse(fern, rule('$.name', { match: 'notEmpty' }, { match: 'include', value: 'f' }))),
    ],
    ['an empty list of plugins', pactText({}, { metadata: { pactSpecification: { version: '4.0' }, plugins: {} } })],
    ['no version', pactText({}, { metadata: {} })],
    ['Base64', pactText(encoded({ content: 'eyJuYW1lIjoi\nZmVybiJ9', encoded: 'base64' }))],
    ['JSON in a string', pactText(encoded({ content: '{"name":"fern"}', encoded: 'JSON' }))],
    [
      'rules for requests',
      pactText({
        request: {
          method: 'GET',
          path: '/plants',
          matchingRules: { path: { matchers: [{ match: 'regex', regex: '.*' }] } },
        },
      }),
    ],
    ['a state that is null', pactText({ providerState: null, providerStates: null })],
  ])('%s', (_what, text) => {
    expect(notes(text)).toEqual([]);
  });
});
