import type { Variant } from '../variant.ts';
import type { RunningZooStore } from '../zoo.ts';
import { rightShop, type ShopBehavior } from './behavior.ts';
import { createShopExchange } from './exchange.ts';
import { listenForShop } from './http.ts';

export type ShopVariant = Variant<ShopBehavior>;

/** With a state of its own. */
export function startShop(variant: ShopVariant, { port }: { readonly port: number }): Promise<RunningZooStore> {
  return listenForShop(port, createShopExchange({ ...rightShop, ...variant.behavior(rightShop) }));
}
