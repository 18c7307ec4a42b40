/** Actions on orders, which lead from state to state. */
import { JsonNumber } from '../../json.ts';
import { withReplyBody, withReplyHeaders } from '../http.ts';
import type { OperationId } from '../routes.ts';
import type { OrderStatus } from '../state.ts';
import type { OrderAction } from '../transitions.ts';
import { deepShopDefects, replies, repliesToErrors, type ShopDefect, withoutProperty } from './overrides.ts';

const order: readonly OperationId[] = ['createOrder', 'readOrder', 'placeOrder', 'cancelOrder'];
const paid: readonly OperationId[] = [...order, 'payOrder'];
const shipped: readonly OperationId[] = [...paid, 'shipOrder', 'deliverOrder', 'readJob'];
const conflicts = ['conflicting-action-rejected'];
const effects = ['action-changes-state'];

/** Allows an action in more states. */
function allows(wanted: OrderAction, ...statuses: readonly OrderStatus[]): ShopDefect['behavior'] {
  return ({ isAllowed }) => ({
    isAllowed: (action, one) => (action === wanted && statuses.includes(one.status)) || isAllowed(action, one),
  });
}

export const wrongActions = deepShopDefects([
  {
    name: 'places-orders-twice',
    description: 'It places an order that is placed already, although that is a conflict.',
    operations: order,
    foundBy: conflicts,
    behavior: allows('place', 'placed'),
  },
  {
    name: 'places-cancelled-orders',
    description: 'It places an order that is cancelled.',
    operations: order,
    foundBy: conflicts,
    behavior: allows('place', 'cancelled'),
  },
  {
    name: 'cancels-orders-twice',
    description: 'It cancels an order that is cancelled already, although that is a conflict.',
    operations: order,
    foundBy: conflicts,
    behavior: allows('cancel', 'cancelled'),
  },
  {
    name: 'pays-drafts',
    description: 'It accepts the payment of a draft.',
    operations: paid,
    foundBy: conflicts,
    behavior: allows('pay', 'draft'),
  },
  {
    name: 'pays-orders-twice',
    description: 'It accepts a second payment, and overwrites the first.',
    operations: paid,
    foundBy: conflicts,
    behavior: allows('pay', 'paid'),
  },
  {
    name: 'cancels-delivered-orders',
    description: 'It cancels orders that are shipped or delivered.',
    operations: shipped,
    foundBy: conflicts,
    behavior: allows('cancel', 'shipped', 'delivered'),
  },
  {
    name: 'delivers-paid-orders',
    description: 'It delivers an order that is not shipped yet.',
    operations: shipped,
    foundBy: conflicts,
    behavior: allows('deliver', 'paid'),
  },
  {
    name: 'cancels-order-by-conflict',
    description: 'It rejects the payment of a draft with 409, and cancels the order.',
    operations: paid,
    foundBy: ['conflicting-action-rejected'],
    behavior: () => ({
      onConflict: ({ orders }, conflicting, action) => {
        if (action === 'pay') orders.set(conflicting.id, { ...conflicting, status: 'cancelled' });
      },
    }),
  },
  {
    name: 'draws-back-orders-by-conflict',
    description: 'It rejects the second placing with 409, and makes the order a draft again.',
    operations: order,
    foundBy: conflicts,
    behavior: () => ({
      onConflict: ({ orders }, conflicting, action) => {
        if (action === 'place') orders.set(conflicting.id, { ...conflicting, status: 'draft' });
      },
    }),
  },
  {
    name: 'returns-placed-and-stores-draft',
    description: 'It returns a placed order, and stores nothing.',
    operations: order,
    foundBy: effects,
    behavior: ({ applyAction }) => ({
      applyAction: (state, one, change) => {
        const changed = applyAction(state, one, change);
        if (change.action === 'place') state.orders.set(one.id, one);
        return changed;
      },
    }),
  },
  {
    name: 'stores-placed-and-returns-draft',
    description: 'It places the order, and returns it as it was before.',
    operations: order,
    foundBy: effects,
    behavior: replies('placeOrder', (reply) =>
      reply.status === 200 ? withReplyBody(reply, (body) => ({ ...body, status: 'draft' })) : reply,
    ),
  },
  {
    name: 'deletes-cancelled-orders',
    description: 'It deletes an order that is cancelled, so that it is found no longer.',
    operations: order,
    foundBy: effects,
    behavior: ({ applyAction }) => ({
      applyAction: (state, one, change) => {
        const changed = applyAction(state, one, change);
        if (change.action === 'cancel') state.orders.delete(one.id);
        return changed;
      },
    }),
  },
  {
    name: 'drops-notes-of-placed-orders',
    description: 'It drops the note of an order when it is placed.',
    operations: order,
    foundBy: effects,
    behavior: ({ applyAction }) => ({
      applyAction: (state, one, change) =>
        applyAction(state, { ...one, fields: withoutProperty(one.fields, 'note') }, change),
    }),
  },
  {
    name: 'places-all-orders-of-customer',
    description: 'It places all drafts of the customer, as an UPDATE with the wrong condition does.',
    operations: order,
    foundBy: effects,
    behavior: ({ applyAction }) => ({
      applyAction: (state, one, change) => {
        const changed = applyAction(state, one, change);
        const others = [...state.orders.values()].filter(
          ({ customerId, status }) => customerId === one.customerId && status === 'draft' && change.action === 'place',
        );
        for (const other of others) state.orders.set(other.id, { ...other, status: 'placed' });
        return changed;
      },
    }),
  },
  {
    name: 'renews-time-of-placed-orders',
    description: 'It sets createdAt to the time at which the order was placed.',
    operations: order,
    foundBy: effects,
    behavior: ({ applyAction }) => ({
      applyAction: (state, one, change) =>
        applyAction(state, { ...one, createdAt: new Date(Date.now() + 1_000).toISOString() }, change),
    }),
  },
  {
    name: 'drops-references-of-payments',
    description: 'It drops the reference of a payment.',
    operations: paid,
    foundBy: effects,
    behavior: ({ applyAction }) => ({
      applyAction: (state, one, { action, payment }) =>
        applyAction(state, one, { action, payment: payment && withoutProperty(payment, 'reference') }),
    }),
  },
  {
    name: 'returns-plain-problem-for-conflicts',
    description: 'It returns 409 without the status of the order, which the contract requires.',
    operations: order,
    foundBy: ['body-matches-schema'],
    behavior: repliesToErrors(409, (reply) =>
      withReplyBody(reply, (body) => withoutProperty(withoutProperty(body, 'orderStatus'), 'allowed')),
    ),
  },
  {
    name: 'returns-json-for-conflicts',
    description: 'It returns 409 as application/json, in place of problem+json.',
    operations: order,
    foundBy: ['media-type-declared'],
    behavior: repliesToErrors(409, (reply) => withReplyHeaders(reply, { 'content-type': 'application/json' })),
  },
  {
    name: 'returns-422-as-status-of-conflicts',
    description: 'It returns 409 with the status 422 in its body.',
    operations: order,
    foundBy: ['body-matches-schema'],
    behavior: repliesToErrors(409, (reply) =>
      withReplyBody(reply, (body) => ({ ...body, status: new JsonNumber(422) })),
    ),
  },
  {
    name: 'returns-wanted-status-for-conflicts',
    description: 'It returns 409 to the second placing with the status draft, which the order has not.',
    operations: order,
    foundBy: conflicts,
    behavior: replies('placeOrder', (reply) =>
      reply.status === 409 ? withReplyBody(reply, (body) => ({ ...body, orderStatus: 'draft' })) : reply,
    ),
  },
]);
