import { setTimeout, setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { orderedConcurrentMap } from '../../../contracts/conformance/running/ordered-concurrent-map.ts';

const never = () => false;
const waits = never;
const bytesOf = () => 0;

async function collect<T>(results: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const result of results) all.push(result);
  return all;
}

test('yields results in the order of the items', async () => {
  const work = async (ms: number) => {
    await setTimeout(ms);
    return ms;
  };
  expect(
    await collect(
      orderedConcurrentMap([30, 1, 20, 2], work, {
        concurrency: 4,
        isMostlyWaiting: waits,
        resultBytes: bytesOf,
        isStopped: never,
      }),
    ),
  ).toEqual([30, 1, 20, 2]);
});

test('runs at most the given number concurrently', async () => {
  let [now, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, ++now);
    await setTimeout(2);
    now--;
  };
  await collect(
    orderedConcurrentMap(Array.from({ length: 20 }), work, {
      concurrency: 3,
      isMostlyWaiting: waits,
      resultBytes: bytesOf,
      isStopped: never,
    }),
  );
  expect(most).toBe(3);
});

test('waiting tasks do not count, unless the limit is one', async () => {
  const most = async (atOnce: number) => {
    let [now, highest] = [0, 0];
    const work = async () => {
      highest = Math.max(highest, ++now);
      await setTimeout(5);
      now--;
    };
    const items = Array.from({ length: 12 }, (_unused, index) => index);
    const isEarly = (item: number) => item < 3;
    await collect(
      orderedConcurrentMap(items, work, {
        concurrency: atOnce,
        isMostlyWaiting: isEarly,
        resultBytes: bytesOf,
        isStopped: never,
      }),
    );
    return highest;
  };
  expect([await most(1), await most(2)]).toEqual([1, 5]);
});

test('a slow item does not block the others', async () => {
  const done: number[] = [];
  const work = async (item: number) => {
    // Turns of the event loop instead of times: on a busy machine, a long wait and many short ones end together.
    for (let turns = 0; turns < (item === 0 ? 100 : 1); turns++) await turn();
    done.push(item);
  };
  await collect(
    orderedConcurrentMap([0, 1, 2, 3, 4, 5], work, {
      concurrency: 2,
      isMostlyWaiting: waits,
      resultBytes: bytesOf,
      isStopped: never,
    }),
  );
  expect(done.at(-1)).toBe(0);
});

test('requests items only when there is capacity', async () => {
  let requested = 0;
  function* endless() {
    for (;;) yield requested++;
  }
  const results = orderedConcurrentMap(endless(), async (item) => item, {
    concurrency: 2,
    isMostlyWaiting: waits,
    resultBytes: bytesOf,
    isStopped: never,
  });
  await results.next();
  await results.return(undefined);
  expect(requested).toBeLessThan(1_000);
});

test('starts nothing while results of many megabytes are pending', async () => {
  let begun = 0;
  const work = async (item: number) => {
    begun++;
    return item;
  };
  const large = { concurrency: 2, isMostlyWaiting: waits, resultBytes: () => 2 ** 25, isStopped: never };
  const results = orderedConcurrentMap(
    Array.from({ length: 20 }, (_unused, index) => index),
    work,
    large,
  );
  await results.next();
  await setTimeout(5);
  expect(begun).toBeLessThanOrEqual(4);
  expect(await collect(results)).toHaveLength(19);
  expect(begun).toBe(20);
});

test('starts nothing after the stop, and waits for running tasks', async () => {
  const begun: number[] = [];
  let ended = 0;
  const work = async (item: number) => {
    begun.push(item);
    await setTimeout(5);
    ended++;
    return item;
  };
  const results = orderedConcurrentMap([1, 2, 3, 4, 5, 6], work, {
    concurrency: 2,
    isMostlyWaiting: waits,
    resultBytes: bytesOf,
    isStopped: () => begun.length >= 3,
  });
  expect(await collect(results)).toEqual([1, 2, 3]);
  expect(ended).toBe(3);
});

test('leaves nothing running when the consumer stops', async () => {
  let under = 0;
  const work = async () => {
    under++;
    await setTimeout(10);
    under--;
  };
  for await (const _result of orderedConcurrentMap([1, 2, 3, 4], work, {
    concurrency: 4,
    isMostlyWaiting: waits,
    resultBytes: bytesOf,
    isStopped: never,
  }))
    break;
  expect(under).toBe(0);
});

test('reports a failure with its result, after earlier results', async () => {
  const work = async (item: number) => {
    if (item === 2) throw new Error('the second');
    return item;
  };
  const taken: number[] = [];
  await expect(async () => {
    for await (const item of orderedConcurrentMap([1, 2, 3], work, {
      concurrency: 3,
      isMostlyWaiting: waits,
      resultBytes: bytesOf,
      isStopped: never,
    }))
      taken.push(item);
  }).rejects.toThrow('the second');
  expect(taken).toEqual([1]);
});

test('sends started requests before a result is processed', async () => {
  let [begun, sent] = [0, 0];
  const work = async (item: number) => {
    begun++;
    setImmediate(() => sent++);
    await setTimeout(1);
    return item;
  };
  for await (const _result of orderedConcurrentMap([0, 1, 2, 3, 4, 5], work, {
    concurrency: 2,
    isMostlyWaiting: waits,
    resultBytes: bytesOf,
    isStopped: never,
  }))
    expect(sent).toBe(begun);
  expect(sent).toBe(6);
});

test('runs fewer concurrently while there is a lower limit', async () => {
  let [now, limit] = [0, 3];
  const seen: number[] = [];
  const work = async () => {
    seen.push(++now);
    await setTimeout(1);
    now--;
    limit = 1;
  };
  await collect(
    orderedConcurrentMap(Array.from({ length: 8 }), work, {
      concurrency: 3,
      currentConcurrency: () => limit,
      isMostlyWaiting: waits,
      resultBytes: bytesOf,
      isStopped: never,
    }),
  );
  expect(seen.slice(0, 3)).toEqual([1, 2, 3]);
  expect(seen.slice(-4)).toEqual([1, 1, 1, 1]);
});
