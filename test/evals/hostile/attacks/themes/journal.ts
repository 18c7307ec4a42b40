import { type Attack, type AttackTarget, type AttackTheme, open } from '../attack.ts';
import { controlRequest, create, get, PLANT } from '../requests.ts';

/** One connection after another: what comes together is judged elsewhere. */
async function fill(store: AttackTarget, count: number, make: (n: number) => string): Promise<void> {
  for (let n = 0; n < count; n++) {
    const connection = await store.open();
    await connection.write(make(n));
    await connection.until(() => connection.received().responses.length > 0 || connection.isClosed());
    connection.destroy();
  }
}

const attacks: readonly Attack[] = [
  {
    name: '8 bodies of 10 MB',
    reason: 'of each body the first 65,536 characters are kept',
    sends: async (store) => {
      await fill(store, 8, (n) => create(`{"id":${n},"name":"${'z'.repeat(9_900_000)}"}`));
      const connection = await store.open();
      await connection.write(controlRequest('GET', 'journal?limit=1&operation=createPlant'));
      return connection;
    },
    expected: open(200, /^.{60000,200000}"isCut":true/s),
  },
  {
    name: '1,500 requests concurrently',
    reason: 'the journal holds 1,000 entries: the oldest are evicted',
    sends: async (store) => {
      const flood = await store.open();
      await flood.write(get('/nowhere').repeat(1_500));
      await flood.until(() => flood.received().responses.length === 1_500);
      const connection = await store.open();
      await connection.write(controlRequest('GET', 'journal/count'));
      return connection;
    },
    expected: open(200, /"count":1000\b/),
  },
  {
    name: 'markup, escape codes and line ends in every field, read from the journal',
    reason: 'JSON that is labelled as JSON, and must not be treated as a page',
    sends: async (store) => {
      const connection = await store.open();
      const fields = 'User-Agent: <img src=x onerror=alert(1)>\r\nX-\x60: \x9b31m\r\nReferer: javascript:alert(1)\r\n';
      await connection.write(
        create('{"id":"<script>","name":"\\u001b[2J\\r\\nowned"}', `${fields}Connection: close\r\n`),
      );
      await connection.until(connection.isClosed);
      const reader = await store.open();
      await reader.write(controlRequest('GET', 'journal?limit=1&status=400'));
      return reader;
    },
    expected: open(200, /^[^\x00-\x1f\x7f]*<script>[^\x00-\x1f\x7f]*$/),
  },
  {
    name: '900 records of 100 KB',
    reason: 'records take 64 MB at most: the oldest are evicted',
    sends: async (store) => {
      const records = (from: number) =>
        JSON.stringify({
          '/plants': Array.from({ length: 90 }, (_unused, n) => ({
            id: from + n,
            name: 'r'.repeat(100_000),
          })),
        });
      for (let n = 0; n < 10; n++) {
        const connection = await store.open();
        await connection.write(controlRequest('POST', 'records', { body: records(n * 90) }));
        await connection.until(() => connection.received().responses.length > 0 || connection.isClosed());
      }
      const connection = await store.open();
      await connection.write(create(PLANT));
      return connection;
    },
    expected: open(200, /fern/),
  },
];

export const journal: AttackTheme = {
  name: 'What the server keeps',
  sends:
    'bodies of 10 MB, more requests than the journal holds, 90 MB of records, markup and escape codes in every field that the journal shows',
  attacks,
};
