import { calendar } from './calendar/index.ts';
import { desk } from './desk/index.ts';
import { files } from './files/index.ts';
import { orders } from './orders/index.ts';
import { plants } from './plants.ts';
import { tools } from './tools/index.ts';
import type { Zoo } from './zoo.ts';

/**
 * All zoos. A new one exports a `Zoo`, made with `createZoo`, from `test/evals/zoo/NAME/index.ts` and is listed here;
 * nothing else names it.
 */
export const zoos: readonly Zoo[] = [plants, tools, desk, orders, files, calendar];

export function findZoo(name: string): Zoo {
  const zoo = zoos.find((one) => one.name === name);
  if (zoo === undefined) throw new Error(`there is no zoo ${name}`);
  return zoo;
}
