/** Correct shops that reject more, or with other statuses. */
import { isObject } from '../../json.ts';
import { right } from '../../variant.ts';
import type { ShopBehavior } from '../behavior.ts';
import { withReplyBody } from '../http.ts';
import { ShopProblem } from '../problem.ts';
import { invalidParameter } from '../query.ts';
import type { Customer } from '../state.ts';

export const rightRejections = right<ShopBehavior>([
  {
    name: 'reserves-emails-of-deleted-customers',
    description: 'It rejects the e-mail of a deleted customer with 409.',
    behavior: ({ isEmailTaken, removeCustomer }) => {
      const reserved = new Set<string>();
      return {
        removeCustomer: (state, customer) => {
          reserved.add(String(customer.fields.email).toLowerCase());
          removeCustomer(state, customer);
        },
        isEmailTaken: (state, email, own) =>
          reserved.has(String(email).toLowerCase()) || isEmailTaken(state, email, own),
      };
    },
  },
  {
    name: 'rejects-equal-orders',
    description: 'It rejects an order that has the same lines as another one of the customer, with 409.',
    behavior: ({ fieldsOf }) => {
      const known = new Set<string>();
      return {
        fieldsOf: (body, operation) => {
          const key = JSON.stringify([body.customerId, body.lines]);
          if (operation === 'createOrder' && known.has(key)) throw new ShopProblem(409, 'There is such an order.');
          if (operation === 'createOrder') known.add(key);
          return fieldsOf(body, operation);
        },
      };
    },
  },
  {
    name: 'rejects-equal-titles',
    description: 'It rejects a product with the title of another one, with 409.',
    behavior: ({ saveProducts }) => ({
      saveProducts: (state, products) => {
        const titles = new Set([...state.products.values()].map(({ fields }) => fields.title));
        if (products.some(({ fields }) => titles.has(fields.title))) throw new ShopProblem(409, 'The title is taken.');
        saveProducts(state, products);
      },
    }),
  },
  {
    name: 'keeps-customers-with-placed-orders',
    description: 'It rejects the deletion of a customer with an order that is placed, with 409.',
    behavior: ({ removeCustomer }) => ({
      removeCustomer: (state, customer) => {
        const isBusy = [...state.orders.values()].some(
          ({ customerId, status }) => customerId === customer.id && status === 'placed',
        );
        if (isBusy) throw new ShopProblem(409, 'An order is placed.');
        removeCustomer(state, customer);
      },
    }),
  },
  {
    name: 'limits-orders-of-customer',
    description: 'It rejects more than 30 open orders of a customer with 422, as the contract declares no 409 there.',
    behavior: ({ isCustomerKnown }) => ({
      isCustomerKnown: (state, id) => {
        const count = [...state.orders.values()].filter(({ customerId }) => customerId === id).length;
        if (count >= 30) throw new ShopProblem(422, 'The customer has 30 orders.');
        return isCustomerKnown(state, id);
      },
    }),
  },
  {
    name: 'rejects-emails-without-dot',
    description: 'It rejects an e-mail whose domain has no dot with 422, the status for what the schema does not say.',
    behavior: ({ prepare }) => ({
      prepare: (body, operation) => {
        const prepared = prepare(body, operation);
        const email = isObject(prepared) ? prepared.email : undefined;
        if (typeof email === 'string' && /@[^.]+$/.test(email)) throw new ShopProblem(422, 'The domain has no dot.');
        return prepared;
      },
    }),
  },
  {
    name: 'rejects-unknown-parameters',
    description: 'It rejects undeclared query parameters with 400.',
    behavior: () => ({
      wrapExchange: async (request, respond) => {
        const known =
          /^(page|limit|category|active|minPrice|maxPrice|title|sort|cursor|status|express|customerId|m(in|ax)TotalCents)=/;
        const unknown = request.query.split('&').find((pair) => pair !== '' && !known.test(pair));
        if (unknown === undefined || request.method !== 'GET') return respond();
        const { message, details } = invalidParameter(unknown, 'it is not known');
        const body = JSON.stringify({ title: message, status: 400, errors: details.violations });
        const reply = await respond();
        const isRejected = reply.status === 401 || reply.status >= 404;
        return isRejected ? reply : { status: 400, headers: { 'content-type': 'application/problem+json' }, body };
      },
    }),
  },
  {
    name: 'returns-410-to-deleted-customers',
    description: 'It returns 410 for a deleted customer, and 404 for one that never existed.',
    behavior: ({ removeCustomer, respondToProblem }) => {
      const removed = new Set<Customer['id']>();
      return {
        removeCustomer: (state, customer) => {
          removed.add(customer.id);
          removeCustomer(state, customer);
        },
        respondToProblem: (problem, operation, request) => {
          const [, id] = /^\/customers\/(\d{1,19})$/.exec(request.path) ?? [];
          const isRemoved = problem.status === 404 && id !== undefined && removed.has(BigInt(id));
          const shown = isRemoved ? new ShopProblem(410, 'The customer was deleted.') : problem;
          return respondToProblem(shown, operation, request);
        },
      };
    },
  },
  {
    name: 'finishes-jobs-at-once',
    description: 'It finishes a job before the next request, and returns it without Retry-After.',
    behavior: () => ({ isJobDone: () => true }),
  },
  {
    name: 'describes-problems-briefly',
    description: 'It describes problems with title and status alone.',
    behavior: ({ respondToProblem }) => ({
      respondToProblem: (problem, operation, request) =>
        withReplyBody(
          respondToProblem(problem, operation, request),
          ({ detail: _detail, errors: _errors, ...body }) => body,
        ),
    }),
  },
  {
    name: 'returns-404-to-malformed-ids',
    description: 'It returns 404 for an id that has not the form of one.',
    behavior: ({ respondToProblem }) => ({
      respondToProblem: (problem, operation, request) => {
        const isId =
          problem.status === 400 && /^(customerId|orderId|jobId):/.test(problem.message) && request.query === '';
        return respondToProblem(isId ? new ShopProblem(404, problem.message) : problem, operation, request);
      },
    }),
  },
  {
    name: 'returns-422-to-invalid-bodies',
    description: 'It returns 422 for a body that is JSON and not valid.',
    behavior: ({ respondToProblem }) => ({
      respondToProblem: (problem, operation, request) => {
        const isBody = problem.status === 400 && problem.message === 'The body is not valid.';
        const shown = isBody ? new ShopProblem(422, problem.message, problem.details) : problem;
        return respondToProblem(shown, operation, request);
      },
    }),
  },
]);
