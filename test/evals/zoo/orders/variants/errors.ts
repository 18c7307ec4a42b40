/** Errors and required headers. */
import { withReplyBody, withReplyHeaders } from '../http.ts';
import { internalError, ShopProblem } from '../problem.ts';
import type { OperationId } from '../routes.ts';
import {
  basicShopDefects,
  deepShopDefects,
  replies,
  repliesToErrors,
  withoutProperty,
  withoutReplyHeader,
} from './overrides.ts';

const customer: readonly OperationId[] = ['createCustomer', 'readCustomer', 'replaceCustomer', 'changeCustomer'];
const order: readonly OperationId[] = ['createCustomer', 'createOrder', 'readOrder'];

export const wrongErrors = [
  ...basicShopDefects([
    {
      name: 'sends-no-challenge',
      description: 'It returns 401 without WWW-Authenticate.',
      operations: ['readCustomer'],
      foundBy: ['headers-declared'],
      behavior: repliesToErrors(401, (reply) => withoutReplyHeader(reply, 'www-authenticate')),
    },
    {
      name: 'returns-validation-errors-as-json',
      description: 'It returns 400 as application/json, in place of problem+json.',
      operations: ['createCustomer'],
      foundBy: ['media-type-declared'],
      behavior: repliesToErrors(400, (reply) => withReplyHeaders(reply, { 'content-type': 'application/json' })),
    },
    {
      name: 'returns-wrong-media-types-as-text',
      description: 'It returns 415 as text, as the body parser does.',
      operations: ['createOrder'],
      foundBy: ['media-type-declared'],
      behavior: repliesToErrors(415, () => ({
        status: 415,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: 'Unsupported Media Type',
      })),
    },
    {
      name: 'returns-missing-orders-without-title',
      description: 'It returns 404 without the required title.',
      operations: order,
      foundBy: ['body-matches-schema'],
      behavior: repliesToErrors(404, (reply) => withReplyBody(reply, (body) => withoutProperty(body, 'title'))),
    },
    {
      name: 'writes-status-of-problems-as-text',
      description: 'It writes the status of a problem as text.',
      operations: ['createCustomer'],
      foundBy: ['body-matches-schema'],
      behavior: repliesToErrors(400, (reply) => withReplyBody(reply, (body) => ({ ...body, status: '400' }))),
    },
    {
      name: 'sends-no-location-of-orders',
      description: 'It creates an order without the required Location.',
      operations: order,
      foundBy: ['headers-declared'],
      behavior: replies('createOrder', (reply) => withoutReplyHeader(reply, 'location')),
    },
    {
      name: 'sends-no-etag-of-orders',
      description: 'It returns an order without the required ETag.',
      operations: order,
      foundBy: ['headers-declared'],
      behavior: replies('readOrder', (reply) => withoutReplyHeader(reply, 'etag')),
    },
    {
      name: 'sends-etags-without-quotes',
      description: 'It sends ETags without quotes.',
      operations: ['createCustomer', 'readCustomer'],
      foundBy: ['headers-declared'],
      behavior: ({ preconditions }) => ({
        preconditions: { ...preconditions, etagOf: (shown) => preconditions.etagOf(shown).replaceAll('"', '') },
      }),
    },
  ]),
  ...deepShopDefects([
    {
      name: 'returns-taken-emails-as-html',
      description: 'It returns 409 for a taken e-mail as HTML, the page of the framework.',
      operations: customer,
      foundBy: ['media-type-declared'],
      behavior: repliesToErrors(409, (reply) => ({ ...internalError, status: reply.status })),
    },
    {
      name: 'returns-taken-emails-as-500',
      description: 'It returns 500 for a taken e-mail: the violation of the index is not caught.',
      operations: customer,
      foundBy: ['no-server-error'],
      behavior: repliesToErrors(409, () => internalError),
    },
    {
      name: 'returns-failed-preconditions-as-json',
      description: 'It returns 412 as application/json, in place of problem+json.',
      operations: customer,
      foundBy: ['media-type-declared'],
      behavior: repliesToErrors(412, (reply) => withReplyHeaders(reply, { 'content-type': 'application/json' })),
    },
    {
      name: 'fails-for-unknown-customers-of-orders',
      description: 'It returns 500 for an order of an unknown customer: the foreign key is not checked before.',
      operations: order,
      foundBy: ['no-server-error'],
      behavior: repliesToErrors(422, () => internalError),
    },
    {
      name: 'leaves-conflicts-without-body',
      description: 'It returns 409 for a taken e-mail without a body.',
      operations: customer,
      foundBy: ['body-is-json'],
      behavior: repliesToErrors(409, (reply) => ({ ...reply, body: '' })),
    },
    {
      name: 'links-to-location-of-another-order',
      description: 'It sends the Location of the order that was created before.',
      operations: order,
      foundBy: ['read-returns-written'],
      behavior: ({ transformReply }) => {
        let before = '';
        return {
          transformReply: (reply, operation, request) => {
            const right = transformReply(reply, operation, request);
            if (operation !== 'createOrder' || reply.status !== 201) return right;
            const { location = '' } = reply.headers;
            const other = before;
            before = location;
            return withReplyHeaders(right, { location: other === '' ? location : other });
          },
        };
      },
    },
    {
      name: 'returns-success-with-errors',
      description: 'It returns 200 with the problem when a customer is not found.',
      operations: ['createCustomer', 'readCustomer', 'deleteCustomer'],
      foundBy: ['unknown-not-found'],
      behavior: ({ respondToProblem }) => ({
        respondToProblem: (problem, operation, request) => {
          const reply = respondToProblem(problem, operation, request);
          const isMissing = problem instanceof ShopProblem && problem.status === 404 && operation === 'readCustomer';
          return isMissing ? { ...reply, status: 200 } : reply;
        },
      }),
    },
  ]),
];
