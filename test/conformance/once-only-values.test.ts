/** Nonces, request ids and idempotency keys in queries and bodies: each belongs to one request. */
import { expect, onTestFinished, test } from 'vitest';
import { isOnceOnlyName } from '../../contracts/conformance/request/values/identifier-names.ts';
import { isJsonObject, type JsonObject } from '../../spec/json/exact-json.ts';
import { type RuleCollection, type RuleRequest, ruleContract, startRuleStore } from './rule-store.ts';
import { describeErrors, verify } from './support.ts';

const payment = {
  amount: { type: 'integer', minimum: 1, maximum: 1_000_000 },
  currency: { type: 'string', enum: ['EUR', 'USD'] },
  memo: { type: 'string', maxLength: 40 },
};
const required = ['amount', 'currency'];
const nonce = { name: 'nonce', in: 'query', required: true, schema: { type: 'string', minLength: 8, maxLength: 64 } };

/** Accepts a value again only with the same body, or never. */
function rejectRepeated(status: number, keyOf: (request: RuleRequest) => string, isStrict = false) {
  const bodies = new Map<string, string>();
  return (request: RuleRequest) => {
    const [value, body] = [keyOf(request), JSON.stringify(request.sent)];
    const before = bodies.get(value);
    bodies.set(value, before ?? body);
    return before !== undefined && (isStrict || before !== body) ? status : undefined;
  };
}

const nonceOf = ({ url }: RuleRequest) => url.searchParams.get('nonce') ?? '';
const requestIdOf = ({ sent }: RuleRequest) => (isJsonObject(sent) ? String(sent.requestId) : '');

function inQuery(reject: RuleCollection['reject']): RuleCollection {
  return { path: '/quotes', isCreateOnly: true, properties: payment, required, query: [nonce], reject };
}

function inBody(schema: { type: string; format?: string; pattern?: string }, reject: RuleCollection['reject']) {
  const properties = { ...payment, requestId: schema };
  return { path: '/refunds', isCreateOnly: true, properties, required: [...required, 'requestId'], reject };
}

const categories = ['valid-bodies', 'boundary-values', 'random', 'parameters', 'lifecycles', 'extra-properties'];

async function errorsOf(collection: RuleCollection): Promise<readonly string[]> {
  const contract = await ruleContract([collection]);
  const baseUrl = await startRuleStore(onTestFinished, contract, [collection]);
  return describeErrors(await verify({ contract, baseUrl, categories, randomOptions: { seed: 1, caseCount: 40 } }));
}

const uuid = { type: 'string', format: 'uuid' };

test.each<[string, RuleCollection]>([
  ['a nonce in the query', inQuery(rejectRepeated(422, nonceOf))],
  ['a nonce in the query that is accepted once', inQuery(rejectRepeated(409, nonceOf, true))],
  ['a request id in the body', inBody(uuid, rejectRepeated(400, requestIdOf))],
  ['a request id in the body that is accepted once', inBody(uuid, rejectRepeated(422, requestIdOf, true))],
  ['a request id with a pattern', inBody({ type: 'string', pattern: '^R[0-9]{9}$' }, rejectRepeated(422, requestIdOf))],
])('sends a new value in each request: %s', async (_value, collection) => {
  expect(await errorsOf(collection)).toEqual([]);
});

test('reports that another value than the nonce is rejected', async () => {
  const reject = rejectRepeated(422, nonceOf);
  const collection = inQuery((request) => (request.text.includes('"USD"') ? 422 : reject(request)));
  expect(await errorsOf(collection)).toContainEqual(expect.stringMatching(/^valid-accepted: .*USD/));
});

test.each(['requestId', 'request_id', 'clientRequestId', 'idempotencyKey', 'idempotency-token', 'nonce', 'loginNonce'])(
  'takes %s for a value of one request',
  (name) => expect(isOnceOnlyName(name)).toBe(true),
);

test.each(['externalId', 'reference', 'id', 'orderId', 'transactionId', 'requestIdPrefix', 'announce'])(
  'takes %s for content',
  (name) => expect(isOnceOnlyName(name)).toBe(false),
);

test('reports that the response has another request id than the request', async () => {
  const collection = inBody(uuid, rejectRepeated(422, requestIdOf));
  const returned = (record: JsonObject) => ({ ...record, requestId: '00000000-0000-4000-8000-000000000000' });
  const errors = await errorsOf({ ...collection, returned });
  expect(errors).toContainEqual(expect.stringMatching(/^created-is-echoed: .*0000/));
});
