import { describe, expect, test } from 'vitest';
import { orders } from '../../evals/zoo/orders/index.ts';
import { createClient } from './client.ts';
import { runScenario } from './scenario.ts';

async function transcriptOf(name: string): Promise<readonly string[]> {
  const store = await orders.start(name);
  const client = createClient(store.url);
  try {
    await runScenario(client);
    return client.transcript;
  } finally {
    client.close();
    await store.close();
  }
}

const right = await transcriptOf('right-shop');

test('the correct implementation replies in the same way each time', async () => {
  expect(await transcriptOf('right-shop')).toEqual(right);
});

/** The zoo shows the defect of the others: the verifier finds it. */
const compared = orders.variants
  .filter((variant) => variant.kind === 'faulty')
  .filter(({ missedToday }, index) => index % 12 === 0 || missedToday !== undefined)
  .map(({ name }) => name);

describe.concurrent('a faulty variant replies in another way', () => {
  test.for(compared)('%s', async (name, { expect }) => {
    expect(await transcriptOf(name)).not.toEqual(right);
  });
});
