/** The states of an order, and what leads from one to another. */
import type { Order, OrderStatus } from './state.ts';

export type OrderAction = 'place' | 'pay' | 'ship' | 'deliver' | 'cancel';

const transitions: Readonly<Record<OrderAction, { readonly from: readonly OrderStatus[]; readonly to: OrderStatus }>> =
  {
    place: { from: ['draft'], to: 'placed' },
    pay: { from: ['placed'], to: 'paid' },
    ship: { from: ['paid'], to: 'shipped' },
    deliver: { from: ['shipped'], to: 'delivered' },
    cancel: { from: ['draft', 'placed', 'paid'], to: 'cancelled' },
  };

export function isAllowed(action: OrderAction, { status }: Order): boolean {
  return transitions[action].from.includes(status);
}

export function statusAfter(action: OrderAction): OrderStatus {
  return transitions[action].to;
}

export function allowedActions(order: Order): readonly OrderAction[] {
  const actions: readonly OrderAction[] = ['place', 'pay', 'ship', 'deliver', 'cancel'];
  return actions.filter((action) => isAllowed(action, order));
}
