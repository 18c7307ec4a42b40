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

describe.concurrent('each faulty variant replies in another way', () => {
  test.for(orders.variants.filter(({ kind }) => kind === 'faulty').map(({ name }) => name))(
    '%s',
    async (name, { expect }) => {
      expect(await transcriptOf(name)).not.toEqual(right);
    },
  );
});
