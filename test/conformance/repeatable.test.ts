/** Two runs with the same seed against the same implementation report the same. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createFreshValueSource } from '../../contracts/conformance/request/values/fresh-value-source.ts';
import { runPlantStore as command, TOKEN } from '../cli/support.ts';
import { temporaryFolder, zooStore } from '../pact/support.ts';
import { categoriesWithout, describeErrors, plantStoreContract, verify } from './support.ts';

const store = (name: string) => zooStore(name, TOKEN);

/** Without times: of the run, of its parts, and in the Date header. */
function timeless(text: string): readonly string[] {
  return text.split('\n').map((line) =>
    line
      .replace(/"(startedAt|finishedAt|sentAt)": "[^"]*"/, '"$1"')
      .replace(/"ms": \d+/, '"ms"')
      .replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/, 'DATE')
      .replace(/^rate \d+ /, 'rate ')
      .replace(/, [\d.]+ s\)$/, ')'),
  );
}

test.each(['lowers-name', 'takes-numeric-string-as-id', 'returns-fastapi-detail', 'right-store'])(
  '%s: the text and JSON reports of runs with the same --seed differ only in times',
  async (name) => {
    const url = await store(name);
    const folder = temporaryFolder();
    const reported: (readonly string[])[] = [];
    for (const time of ['first', 'second']) {
      const file = path.join(folder, `${time}.json`);
      const { stdout } = await command(['verify', url, '--seed', '7', '--budget', '300', '--report', `json=${file}`]);
      reported.push([...timeless(stdout), ...timeless(readFileSync(file, 'utf8'))]);
    }
    expect(reported[1]).toEqual(reported[0]);
  },
);

test('without --seed each run sends different values', async () => {
  const url = await store('takes-numeric-string-as-id');
  const sent: (string | undefined)[] = [];
  for (let time = 0; time < 2; time++) {
    const { findings } = await verify({ baseUrl: url, token: TOKEN, categories: ['wrong-types'] });
    sent.push(findings[0]?.evidence?.request.body);
  }
  expect(sent[0]).toBeDefined();
  expect(sent[1]).not.toBe(sent[0]);
});

test('reports nothing when values of an earlier run with the same seed are rejected', async () => {
  const url = await store('rejects-duplicate-ids');
  // A malformed body has no value that could be rejected again.
  const categories = categoriesWithout('malformed-bodies');
  const cases: number[] = [];
  for (let time = 0; time < 2; time++) {
    const result = await verify({ baseUrl: url, token: TOKEN, categories, isRepeatable: true });
    expect([describeErrors(result), result.unchecked]).toEqual([[], []]);
    cases.push(result.cases);
  }
  expect(cases[1]).toBe(cases[0]);
});

test('sends other values for other options with the same seed', async () => {
  const sent = new Set<string | undefined>();
  const url = await store('takes-numeric-string-as-id');
  for (const only of [['wrong-types'], ['wrong-types', 'wrong-shapes']]) {
    const { findings } = await verify({ baseUrl: url, token: TOKEN, categories: only, isRepeatable: true });
    sent.add(findings[0]?.evidence?.request.body);
  }
  expect(sent.size).toBe(2);
  expect(plantStoreContract.operations).toHaveLength(1);
});

test('gives every case unique numbers, words and UUIDs, in any order', () => {
  const sources = [createFreshValueSource('seed'), createFreshValueSource('seed')] as const;
  const [one, other] = sources.map((source) => [
    source.reserve({}),
    source.reserve({ sendMode: { kind: 'sequential', count: 40 } }),
    source.reserve({}),
  ]);
  const draw = (blocks: typeof one, order: readonly number[]) => {
    const drawn = new Map(
      order.map((at) => [
        at,
        Array.from({ length: 30 }, () =>
          [blocks?.[at]?.number(), blocks?.[at]?.word(), blocks?.[at]?.uuid()].join(' '),
        ),
      ]),
    );
    return [0, 1, 2].flatMap((at) => drawn.get(at) ?? []);
  };
  const forwards = draw(one, [0, 1, 2]);
  expect(draw(other, [2, 0, 1])).toEqual(forwards);
  expect(new Set(forwards.flatMap((line) => line.split(' '))).size).toBe(3 * 30 * 3);
  const again = sources[0].reserveForRepeat({});
  const later = Array.from({ length: 60 }, () => String(again.number()));
  expect(later.filter((number) => forwards.join(' ').includes(number))).toEqual([]);
});
