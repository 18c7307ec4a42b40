/** The verifier, over and over in one process, against stores that are faulty or fall over. */
import { verify } from '../../conformance/support.ts';
import { startVariant, variants } from '../zoo/index.ts';
import { reportUsageOnMessage } from './process-usage.ts';

/** One that is wrong in what it says, ones that break connections, one that is right. */
const NAMES = [
  'takes-numeric-string-as-id',
  'breaks-off-errors',
  'gives-two-lengths',
  'returns-twice',
  'right-store',
] as const;

const stores = await Promise.all(
  variants.filter(({ name }) => NAMES.some((one) => one === name)).map((variant) => startVariant(variant)),
);
let runs = 0;
process.send?.('');
let underWay: Promise<unknown> = Promise.resolve();
let isPaused: Promise<void> | undefined;
// Between two runs: what one of them holds is its own.
reportUsageOnMessage(async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  isPaused = promise;
  await underWay.catch(() => {});
  setImmediate(() => {
    isPaused = undefined;
    resolve();
  });
  return { runs };
});
for (;;) {
  const store = stores[runs++ % stores.length];
  if (store === undefined) throw new Error('no server');
  underWay = verify({ baseUrl: store.url, token: store.token, timeoutMs: 10_000 });
  await underWay;
  await isPaused;
}
