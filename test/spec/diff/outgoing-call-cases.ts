/** Changes of callbacks and webhooks, in both directions of a comparison. */
import { type DocumentParts, document, operation, operationObject } from './build-documents.ts';
import type { DiffCase } from './operation-cases.ts';

const data = (type: string) => `content: { application/json: { schema: { type: ${type} } } }`;
const sent = (words: string) => ({ requestBody: `{ ${words} }` });
const replies = (...list: readonly string[]) => ({ responses: `{ ${list.join(', ')} }` });
const ok = "'200': { description: ok }";
const header = (words: string) => ({
  parameters: `[{ name: X-Event, in: header, ${words} }]`,
});

const text = 'schema: { type: string }';

function callbackResponding(headers: DocumentParts): string {
  const list = Object.entries(headers).map(([name, words]) => `${name}: { ${words} }`);
  return webhook(replies(`'200': { description: ok, headers: { ${list.join(', ')} } }`));
}

function secured(scheme: string): string {
  const schemes = ['key', 'other'].map((name) => `${name}: { type: apiKey, in: header, name: X-${name} }`);
  const call = operationObject({ security: `[{ ${scheme}: [] }]` });
  return operation(
    { callbacks: `{ done: { '{$request.query.url}': { post: ${call} } } }` },
    { components: `{ securitySchemes: { ${schemes.join(', ')} } }` },
  );
}

function webhook(parts: DocumentParts): string {
  const item = `{ sold: { post: ${operationObject(parts)} } }`;
  return document(`{ /things: { get: ${operationObject({})} } }`, { webhooks: item }, '3.1.0');
}

function callbacks(...list: readonly (readonly [name: string, expression: string])[]): string {
  const items = list.map(([name, expression]) => `${name}: { '${expression}': { post: ${operationObject({})} } }`);
  return operation({ callbacks: `{ ${items.join(', ')} }` });
}

type Row = readonly [title: string, before: string, after: string, told: string[], turnedRound: string[]];

const gone = 'api-call-removed-without-deprecation';
const url = '{$request.query.url}';

const rows: readonly Row[] = [
  ['removed webhook', webhook({}), webhook({}).replace(/webhooks.*\n/, ''), [gone], ['api-call-added']],
  [
    'removed deprecated webhook',
    webhook({ deprecated: 'true' }),
    webhook({}).replace(/webhooks.*\n/, ''),
    ['api-call-removed-with-deprecation'],
    ['api-call-added'],
  ],
  ['removed callback', callbacks(['done', url]), callbacks(), [gone], ['api-call-added']],
  [
    'callback added at the URL of another one',
    callbacks(['done', url]),
    callbacks(['done', url], ['failed', url]),
    ['api-call-added-at-known-url'],
    [gone],
  ],
  [
    'different callback URL',
    callbacks(['done', url]),
    callbacks(['done', '{$request.query.to}']),
    [gone, 'api-call-added'],
    [gone, 'api-call-added'],
  ],
  [
    'different type in a call',
    webhook(sent(data('string'))),
    webhook(sent(data('[string, "null"]'))),
    ['response-body-became-nullable'],
    ['response-body-became-not-nullable'],
  ],
  [
    'optional body of a call',
    webhook(sent(`required: true, ${data('string')}`)),
    webhook(sent(data('string'))),
    ['api-call-body-became-optional'],
    ['api-call-body-became-required'],
  ],
  [
    'removed body of a call',
    webhook(sent(data('string'))),
    webhook({}),
    ['response-body-removed'],
    ['response-body-added'],
  ],
  [
    'removed required header of a call',
    webhook(header('required: true, schema: { type: string }')),
    webhook({}),
    ['response-header-removed-required'],
    ['response-header-added'],
  ],
  [
    'removed success status of clients',
    webhook(replies(ok, "'202': { description: later }")),
    webhook(replies(ok)),
    ['api-call-response-status-removed'],
    ['api-call-response-status-added'],
  ],
  [
    'removed error status of clients',
    webhook(replies(ok, "'410': { description: stop }")),
    webhook(replies(ok)),
    ['api-call-response-error-removed'],
    ['api-call-response-status-added'],
  ],
  [
    'fewer accepted values in client responses',
    webhook(replies(`'200': { description: ok, ${data('number')} }`)),
    webhook(replies(`'200': { description: ok, ${data('integer')} }`)),
    ['request-body-type-specialized'],
    ['request-body-type-generalized'],
  ],
  [
    'different credential of a callback',
    secured('key'),
    secured('other'),
    ['api-call-security-changed'],
    ['api-call-security-changed'],
  ],
  [
    'added required header of client responses',
    callbackResponding({}),
    callbackResponding({ 'X-New': `required: true, ${text}` }),
    ['api-written-header-added-required'],
    ['api-written-header-removed'],
  ],
  [
    'added optional header of client responses',
    callbackResponding({}),
    callbackResponding({ 'X-New': text }),
    ['api-written-header-added-optional'],
    ['api-written-header-removed'],
  ],
  [
    'header of client responses becomes required, in a different format',
    callbackResponding({ 'X-Seen': text }),
    callbackResponding({ 'X-Seen': 'required: true, content: { application/json: {} }' }),
    ['api-written-header-became-required', 'api-written-header-content-changed'],
    ['api-written-header-became-optional', 'api-written-header-content-changed'],
  ],
  [
    'any string instead of a number in client responses',
    callbackResponding({ 'X-Seen': 'schema: { type: integer }' }),
    callbackResponding({ 'X-Seen': text }),
    ['api-written-header-type-generalised'],
    ['request-parameter-type-changed'],
  ],
  [
    'added body of client responses',
    webhook(replies(ok)),
    webhook(replies(`'200': { description: ok, ${data('number')} }`)),
    ['api-call-response-body-added'],
    ['api-call-response-body-removed'],
  ],
];

export const callbackCases: readonly DiffCase[] = rows.map(([title, before, after, expected, expectedReversed]) => ({
  title,
  before,
  after,
  expected,
  expectedReversed,
}));
