import { createZoo, type Zoo } from '../zoo.ts';
import type { ShopBehavior } from './behavior.ts';
import { startShop } from './start.ts';
import { courierToken, shopToken } from './tokens.ts';
import { shopVariantGroups } from './variants/index.ts';

export const orders: Zoo = createZoo<ShopBehavior>({
  name: 'orders',
  title: 'order system: states and actions, ETags, cursors, idempotency keys, jobs, OAuth2 scopes',
  contract: new URL('orders.yaml', import.meta.url),
  credentials: {
    token: undefined,
    byScheme: new Map([
      ['shop', shopToken],
      ['courier', courierToken],
    ]),
  },
  variantGroups: shopVariantGroups,
  start: startShop,
});
