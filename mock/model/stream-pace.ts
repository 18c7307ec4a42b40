/** How many items a stream has, and how fast they are sent: `10x500`. */
import { KitError } from '../../errors.ts';

export interface StreamPace {
  /** Of a stream whose items no example determines. */
  readonly items: number;
  /** Milliseconds between two items; with 0 all are sent at once. */
  readonly interval: number;
}

/** Enough to see that a client reads one item after the other. */
const DEFAULT_PACE: StreamPace = { items: 3, interval: 100 };

const MAX_ITEMS = 10_000;
const MAX_INTERVAL_MS = 600_000;

/** Throws `option-invalid`. */
export function requireStreamPace(text: string | undefined): StreamPace {
  if (text === undefined) return DEFAULT_PACE;
  const [, count = '', milliseconds = ''] = /^(\d{1,5})x(\d{1,6})$/.exec(text) ?? [];
  const [items, interval] = [Number(count), Number(milliseconds)];
  if (count !== '' && items >= 1 && items <= MAX_ITEMS && interval <= MAX_INTERVAL_MS) return { items, interval };
  throw new KitError(
    'option-invalid',
    `stream ${JSON.stringify(text)}: expected the number of items (1 to ${MAX_ITEMS}) and the milliseconds between them (0 to ${MAX_INTERVAL_MS}), such as 10x500`,
  );
}
