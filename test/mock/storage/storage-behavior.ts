/** The behaviour of every storage. The tests of memory are fast, so they run with the fast tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Rule } from '../../../mock/model/rule.ts';
import { removedKeysCollection, type Storage } from '../../../mock/model/storage.ts';
import { emptyState, entry, type StorageKind } from './storages.ts';

const oddNames = [
  '/plants',
  'with spaces and : colons',
  'früh/植物/🌱',
  '__proto__',
  'constructor',
  '',
  '\n0000000000000001x',
  '"quoted" and \\ back',
  '\ud800',
  '\udc00',
  'x'.repeat(10_000),
];

const rule = (status: number, rest: Omit<Rule, 'then'> = {}): Rule => ({ ...rest, then: { status } });

export function testStorageBehavior({ open }: StorageKind): void {
  describe('records', () => {
    it('keeps integers beyond 2^53 and every other value unchanged', async () => {
      const { records } = await open();
      const value = {
        id: 9223372036854775807n,
        big: [-9007199254740993n, { deep: 2n ** 70n }],
        half: 0.1,
        text: 'ü\u0000\ud800',
      };
      expect(await records.insert('/plants', '1', value)).toBe(true);
      expect(await records.read('/plants', '1')).toEqual({ id: '1', value, version: 1 });
      expect(await records.list('/plants')).toEqual([{ id: '1', value, version: 1 }]);
    });

    it('keeps a property named __proto__ as a property', async () => {
      const { records } = await open();
      const value = JSON.parse('{"__proto__":{"polluted":true},"id":1}');
      await records.insert('/plants', '1', value);
      const read = (await records.read('/plants', '1'))?.value ?? {};
      expect(Object.keys(read)).toEqual(['__proto__', 'id']);
      expect(JSON.stringify(read)).toBe('{"__proto__":{"polluted":true},"id":1}');
    });

    it('accepts an id once', async () => {
      const { records } = await open();
      const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => records.insert('/plants', '1', { n })));
      expect(responses.filter(Boolean)).toHaveLength(1);
      expect(await records.list('/plants')).toHaveLength(1);
    });

    it('lists in the order of insertion, also after changes', async () => {
      const { records } = await open();
      for (const id of ['b', 'a', '10', '9']) await records.insert('/plants', id, { id });
      await records.update('/plants', { id: 'b', value: { id: 'b', changed: true }, version: 1 });
      await records.remove('/plants', 'a');
      await records.insert('/plants', 'a', { id: 'a' });
      expect((await records.list('/plants')).map(({ id }) => id)).toEqual(['b', '10', '9', 'a']);
    });

    it('updates a record only at the version that was read', async () => {
      const { records } = await open();
      await records.insert('/plants', '1', { n: 0 });
      const changes = Array.from({ length: 20 }, (_, n) =>
        records.update('/plants', { id: '1', value: { n }, version: 1 }),
      );
      expect((await Promise.all(changes)).filter(Boolean)).toHaveLength(1);
      expect((await records.read('/plants', '1'))?.version).toBe(2);
      expect(await records.update('/plants', { id: '1', value: {}, version: 2 })).toBe(true);
      expect(await records.update('/plants', { id: 'none', value: {}, version: 1 })).toBe(false);
    });

    it('replaces a record of any version, or inserts it', async () => {
      const { records } = await open();
      expect(await records.put('/plants', 'a', { n: 0 })).toBe(true);
      await records.insert('/plants', 'b', {});
      const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => records.put('/plants', 'a', { n })));
      expect(responses.filter(Boolean)).toEqual([]);
      expect(await records.update('/plants', { id: 'a', value: {}, version: 20 })).toBe(false);
      expect(await records.list('/plants')).toEqual([
        { id: 'a', value: { n: 19 }, version: 21 },
        { id: 'b', value: {}, version: 1 },
      ]);
    });

    it('reports whether a record exists', async () => {
      const { records } = await open();
      await records.insert('/plants', 'a\n', {});
      expect([await records.has('/plants', 'a\n'), await records.has('/plants', 'a')]).toEqual([true, false]);
      await records.remove('/plants', 'a\n');
      expect(await records.has('/plants', 'a\n')).toBe(false);
    });

    it('skips numbers up to that of a new record, but not for an existing record', async () => {
      const { records } = await open();
      await records.insert('/plants', 'a', {}, 7);
      expect(await records.nextNumber('/plants')).toBe(8);
      expect([await records.insert('/plants', 'a', {}, 50), await records.put('/plants', 'a', {}, 50)]).toEqual([
        false,
        false,
      ]);
      expect(await records.nextNumber('/plants')).toBe(9);
      await records.put('/plants', 'b', {}, 900_000_000_000_000);
      await records.put('/plants', 'c', {}, 3);
      expect(await records.nextNumber('/plants')).toBe(900_000_000_000_001);
    });

    it.each(['insert', 'put'] as const)('forgets that a record was deleted after its %s', async (how) => {
      const { records } = await open();
      for (const id of ['a', 'b']) await records.insert(removedKeysCollection('/plants'), id, {});
      await records[how]('/plants', 'a', {});
      expect((await records.list(removedKeysCollection('/plants'))).map(({ id }) => id)).toEqual(['b']);
    });

    it('also evicts the oldest when a record is replaced', async () => {
      const { records } = await open({ recordBytes: 1_000 });
      for (const id of ['1', '2', '3']) await records.put('/plants', id, { text: 'x'.repeat(250) });
      expect(await records.put('/plants', '1', { text: 'x'.repeat(650) })).toBe(false);
      expect((await records.list('/plants')).map(({ id }) => id)).toEqual(['1', '3']);
      await records.remove('/plants', '1');
      await records.put('/plants', '4', { text: 'x'.repeat(650) });
      expect((await records.list('/plants')).map(({ id }) => id)).toEqual(['3', '4']);
    });

    it('reports whether a record was deleted', async () => {
      const { records } = await open();
      await records.insert('/plants', '1', {});
      expect(await records.remove('/plants', '1')).toBe(true);
      expect(await records.remove('/plants', '1')).toBe(false);
      expect(await records.remove('/none', '1')).toBe(false);
      expect(await records.read('/plants', '1')).toBeUndefined();
      expect(await records.collections()).toEqual([]);
    });

    it('never returns a number twice, until it is cleared', async () => {
      const { records } = await open();
      const numbers = await Promise.all(Array.from({ length: 50 }, () => records.nextNumber('/plants')));
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
      expect(await records.nextNumber('/others')).toBe(1);
      await records.clear('/plants');
      expect(await records.nextNumber('/plants')).toBe(1);
      expect(await records.nextNumber('/others')).toBe(2);
      await records.clear();
      expect(await records.nextNumber('/others')).toBe(1);
    });

    it('counts collections by name, and clears one or all', async () => {
      const { records } = await open();
      for (const name of ['/b', '/a', '/b/1/c']) await records.insert(name, '1', {});
      await records.insert('/b', '2', {});
      expect(await records.collections()).toEqual([
        { name: '/a', count: 1 },
        { name: '/b', count: 2 },
        { name: '/b/1/c', count: 1 },
      ]);
      await records.clear('/b');
      expect(await records.collections()).toEqual([
        { name: '/a', count: 1 },
        { name: '/b/1/c', count: 1 },
      ]);
      await records.clear();
      expect(await records.collections()).toEqual([]);
      expect(await records.list('/a')).toEqual([]);
    });

    it('distinguishes unusual names and ids', async () => {
      const { records } = await open();
      for (const name of oddNames) for (const id of oddNames) expect(await records.insert(name, id, { id })).toBe(true);
      for (const name of oddNames) {
        expect((await records.list(name)).map(({ id, value }) => [id, value.id])).toEqual(
          oddNames.map((id) => [id, id]),
        );
      }
      expect((await records.collections()).map(({ name }) => name)).toEqual(oddNames.toSorted());
      expect(await records.read('__proto__', 'constructor')).toEqual({
        id: 'constructor',
        value: { id: 'constructor' },
        version: 1,
      });
      for (const id of oddNames) expect(await records.remove('\ud800', id)).toBe(true);
      expect(await records.collections()).toHaveLength(oddNames.length - 1);
      expect(await records.list('\udc00')).toHaveLength(oddNames.length);
    });

    it('evicts the oldest of the same collection if there are too many', async () => {
      const { records } = await open({ records: 5 });
      await records.insert('/others', 'o', {});
      for (const id of ['1', '2', '3', '4', '5', '6']) await records.insert('/plants', id, {});
      expect((await records.list('/plants')).map(({ id }) => id)).toEqual(['3', '4', '5', '6']);
      expect(await records.list('/others')).toHaveLength(1);
    });

    it('evicts notes of deleted records before records', async () => {
      const { records } = await open({ records: 5 });
      for (const id of ['1', '2', '3']) await records.insert('/plants', id, {});
      for (const id of ['a', 'b', 'c', 'd']) await records.insert(removedKeysCollection('/plants'), id, {});
      for (const id of ['4', '5']) await records.insert('/plants', id, {});
      expect((await records.list('/plants')).map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5']);
    });

    it('is bounded also if each record has its own collection', async () => {
      const { records } = await open({ records: 5 });
      for (let user = 0; user < 20; user++) {
        await records.nextNumber(`/users/${user}/orders`);
        await records.insert(`/users/${user}/orders`, '1', {});
      }
      expect((await records.collections()).map(({ name }) => name).toSorted()).toEqual(
        [15, 16, 17, 18, 19].map((user) => `/users/${user}/orders`),
      );
    });

    it('evicts the oldest if they are too large together, never the one just written', async () => {
      const { records } = await open({ recordBytes: 1_000 });
      for (const id of ['1', '2', '3']) await records.insert('/plants', id, { text: 'x'.repeat(250) });
      expect(await records.update('/plants', { id: '1', value: { text: 'x'.repeat(650) }, version: 1 })).toBe(true);
      expect((await records.list('/plants')).map(({ id }) => id)).toEqual(['1', '3']);
      await records.remove('/plants', '1');
      await records.insert('/plants', '4', { text: 'x'.repeat(250) });
      expect((await records.list('/plants')).map(({ id }) => id)).toEqual(['3', '4']);
      await records.insert('/plants', 'huge', { text: 'x'.repeat(5_000) });
      expect((await records.list('/plants')).map(({ id }) => id)).toEqual(['huge']);
    });
  });

  describe('the journal', () => {
    it('assigns ids without gaps, in the order of arrival, and lists the entries after one', async () => {
      const { journal } = await open();
      const added = await Promise.all(Array.from({ length: 30 }, (_, n) => journal.add(entry(`/${n}`))));
      const listed = await journal.list();
      const [first = 0] = added.map(({ id }) => id).toSorted((a, b) => a - b);
      expect(listed.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, n) => first + n));
      expect(added.find(({ id }) => id === first + 7)).toEqual(listed[7]);
      expect(await journal.list(first + 27)).toEqual(listed.slice(28));
      expect(await journal.list(first + 1_000)).toEqual([]);
    });

    it('returns an entry unchanged', async () => {
      const { journal } = await open();
      const given = { ...entry('/ü\u0000?a=1', '{"id":9007199254740993}'), why: 'line\nbreak "quoted"' };
      const { id } = await journal.add(given);
      expect(await journal.list()).toEqual([{ ...given, id }]);
    });

    it('evicts the oldest entries', async () => {
      const { journal } = await open({ entries: 3 });
      for (let n = 0; n < 10; n++) await journal.add(entry(`/${n}`));
      expect((await journal.list()).map(({ request }) => request.target)).toEqual(['/7', '/8', '/9']);
      const [, middle] = await journal.list();
      expect((await journal.list(middle?.id)).map(({ request }) => request.target)).toEqual(['/9']);
      expect(await journal.list(1)).toHaveLength(3);
    });

    it('evicts the oldest if their bodies are too large together', async () => {
      const { journal } = await open({ entryBytes: 1_000 });
      for (let n = 0; n < 5; n++) await journal.add(entry(`/${n}`, 'x'.repeat(400)));
      expect(await journal.list()).toHaveLength(2);
      await journal.add(entry('/huge', 'x'.repeat(5_000)));
      expect((await journal.list()).map(({ request }) => request.target)).toEqual(['/huge']);
      await journal.add(entry('/next', 'x'.repeat(900)));
      expect((await journal.list()).map(({ request }) => request.target)).toEqual(['/next']);
    });

    it('continues counting after it was cleared', async () => {
      const { journal } = await open();
      const before = await journal.add(entry('/before'));
      await journal.clear();
      expect(await journal.list()).toEqual([]);
      const after = await journal.add(entry('/after'));
      expect(after.id).toBe(before.id + 1);
      expect(await journal.list(before.id)).toEqual([after]);
    });

    it('sends each watcher the entries that are added until it ends', async () => {
      const { journal } = await open();
      await journal.add(entry('/before'));
      const [one, two]: string[][] = [[], []];
      const hear = ({ request }: { request: { target: string } }) => one?.push(request.target);
      const stopOne = await journal.watch(hear);
      const stopAgain = await journal.watch(hear);
      const stopTwo = await journal.watch(({ request }) => two?.push(request.target));
      stopAgain();
      for (let n = 0; n < 20; n++) await journal.add(entry(`/${n}`));
      await expect.poll(() => two?.length).toBe(20);
      stopOne();
      await journal.add(entry('/last'));
      await expect.poll(() => two?.at(-1)).toBe('/last');
      expect(one).toEqual(Array.from({ length: 20 }, (_, n) => `/${n}`));
      stopTwo();
    });

    it('adds an entry even if a watcher throws', async () => {
      const { journal } = await open();
      const received: number[] = [];
      await journal.watch(() => {
        throw new Error('mine');
      });
      await journal.watch(({ id }) => received.push(id));
      const { id } = await journal.add(entry('/'));
      await expect.poll(() => received).toEqual([id]);
    });
  });

  describe('rules', () => {
    it('inserts new ones at the front, in the given order', async () => {
      const { rules } = await open();
      const [first] = await rules.add([rule(501), rule(502)]);
      await rules.add([rule(503), rule(504)]);
      expect((await rules.list()).map(({ then }) => [then].flat()[0]?.status)).toEqual([503, 504, 501, 502]);
      expect(await rules.remove(first?.id ?? '')).toBe(true);
      expect(await rules.remove(first?.id ?? '')).toBe(false);
      expect(await rules.remove('__proto__')).toBe(false);
      expect((await rules.list()).map(({ then }) => [then].flat()[0]?.status)).toEqual([503, 504, 502]);
      await rules.clear();
      expect(await rules.list()).toEqual([]);
      expect(await rules.add([])).toEqual([]);
    });

    it('returns a rule unchanged, with its counts', async () => {
      const { rules } = await open();
      const given: Rule = {
        when: { path: '/^\\/ü/', body: { id: 9223372036854775807n } },
        skip: 1,
        times: 2,
        then: { body: { id: -9007199254740993n, text: 'a\nb' }, delay: '100-300' },
      };
      const [added] = await rules.add([given]);
      expect(added).toEqual({ ...given, id: expect.any(String), skipped: 0, taken: 0 });
      const id = added?.id ?? '';
      expect([await rules.consume(id), await rules.consume(id)]).toEqual([false, true]);
      expect(await rules.list()).toEqual([{ ...given, id, skipped: 1, taken: 1 }]);
    });

    it('is used at most its number of times, also concurrently', async () => {
      const { rules } = await open();
      const [added] = await rules.add([rule(503, { skip: 10, times: 7 })]);
      const id = added?.id ?? '';
      const taken = await Promise.all(Array.from({ length: 100 }, () => rules.consume(id)));
      expect(taken.filter(Boolean)).toHaveLength(7);
      expect(await rules.list()).toMatchObject([{ skipped: 10, taken: 7 }]);
    });

    it('is used without limit if it has no times, and never after its removal or last use', async () => {
      const { rules } = await open();
      const [endless, none] = await rules.add([rule(503), rule(504, { times: 0 })]);
      const id = endless?.id ?? '';
      expect(await Promise.all([rules.consume(id), rules.consume(id), rules.consume(id)])).toEqual([true, true, true]);
      expect(await rules.consume(none?.id ?? '')).toBe(false);
      await rules.remove(id);
      expect(await rules.consume(id)).toBe(false);
      expect(await rules.consume('__proto__')).toBe(false);
    });

    it('replaces one in its place, and restarts its counts or keeps them', async () => {
      const { rules } = await open();
      const [, second] = await rules.add([rule(501), rule(502, { times: 1 })]);
      const id = second?.id ?? '';
      await rules.consume(id);
      const changed = rule(503, { times: 1 });
      expect(await rules.replace(id, changed, { restarts: false })).toBe(true);
      expect((await rules.list())[1]).toEqual({ ...changed, id, skipped: 0, taken: 1 });
      expect(await rules.consume(id)).toBe(false);
      expect(await rules.replace(id, changed, { restarts: true })).toBe(true);
      expect((await rules.list())[1]).toEqual({ ...changed, id, skipped: 0, taken: 0 });
      expect(await rules.consume(id)).toBe(true);
      expect(await rules.replace('__proto__', changed, { restarts: true })).toBe(false);
      expect(await rules.list()).toHaveLength(2);
    });

    it('sorts them by ids, behind those that are not listed', async () => {
      const { rules } = await open();
      const ids = (await rules.add([rule(501), rule(502), rule(503)])).map(({ id }) => id).toReversed();
      const [added] = await rules.add([rule(504)]);
      await rules.order(['99', ...ids]);
      expect((await rules.list()).map(({ id }) => id)).toEqual([added?.id, ...ids]);
      await rules.add([rule(505)]);
      expect((await rules.list()).map(({ then }) => [then].flat()[0]?.status)).toEqual([505, 504, 503, 502, 501]);
    });

    it('evicts those of lowest precedence', async () => {
      const { rules } = await open({ rules: 3 });
      for (const status of [501, 502, 503, 504]) await rules.add([rule(status)]);
      expect((await rules.list()).map(({ then }) => [then].flat()[0]?.status)).toEqual([504, 503, 502]);
    });

    it('never returns an id twice', async () => {
      const { rules } = await open();
      const [before] = await rules.add([rule(503)]);
      await rules.clear();
      const [after] = await rules.add([rule(503)]);
      expect(after?.id).not.toBe(before?.id);
      expect(await rules.list()).toMatchObject([{ taken: 0, skipped: 0 }]);
    });
  });

  it('initializes once among many, and again after a reset, which clears all', async () => {
    const storage = await open();
    const begin = () => Promise.all(Array.from({ length: 20 }, () => storage.initialize(emptyState)));
    expect((await begin()).filter(Boolean)).toHaveLength(1);
    await storage.records.insert('/plants', '1', {});
    const [rule] = await storage.rules.add([{ then: { status: 503 } }]);
    const { id } = await storage.journal.add(entry('/'));
    await storage.reset(emptyState);
    expect(await storage.records.collections()).toEqual([]);
    expect(await storage.rules.list()).toEqual([]);
    expect(await storage.rules.consume(rule?.id ?? '')).toBe(false);
    expect(await storage.journal.list()).toEqual([]);
    expect((await storage.journal.add(entry('/'))).id).toBe(id + 1);
    expect((await begin()).filter(Boolean)).toEqual([]);
    await storage.ping();
  });

  describe('the initial state', () => {
    const value = (id: number) => ({ id: 9223372036854775807n, name: `${id}\n\uD800` });
    const records = Array.from({ length: 50 }, (_, id) => ({
      collection: id % 2 === 0 ? '/plants' : '/users/\n7',
      id: `${id}\n`,
      value: value(id),
    }));
    const rules = [rule(503, { skip: 1, times: 2 }), rule(504)];
    const initial = { records, numbers: [{ collection: '/plants', last: 7 }], rules };

    /** The complete state, unchanged. */
    async function expectInitial(storage: Storage): Promise<void> {
      for (const name of ['/plants', '/users/\n7']) {
        const own = records.filter(({ collection }) => collection === name);
        expect(await storage.records.list(name)).toEqual(
          own.map((record) => ({ id: record.id, value: record.value, version: 1 })),
        );
      }
      expect(await storage.rules.list()).toMatchObject(rules);
    }

    it('exists once for every replica that has initialized', async () => {
      const storage = await open();
      const beginAndLook = async () => {
        await storage.initialize(initial);
        await expectInitial(storage);
      };
      await Promise.all(Array.from({ length: 5 }, beginAndLook));
      expect(await storage.records.nextNumber('/plants')).toBe(8);
      expect(await storage.records.nextNumber('/users/\n7')).toBe(1);
    });

    it('returns numbers above the skipped ones, and never decreases', async () => {
      const { records } = await open();
      await records.reserveNumbers('/plants', 900_000_000_000_000);
      await records.reserveNumbers('/plants', 7);
      expect(await records.nextNumber('/plants')).toBe(900_000_000_000_001);
      await records.clear('/plants');
      expect(await records.nextNumber('/plants')).toBe(1);
    });

    it('is restored by a reset, and is never missing', async () => {
      const storage = await open();
      await storage.initialize(initial);
      let isDone = false;
      const reset = async () => {
        for (let n = 0; n < 10; n++) {
          await storage.records.insert('/herbs', '1', {});
          await storage.records.nextNumber('/plants');
          await storage.reset(initial);
        }
        isDone = true;
      };
      const counts = new Set<number>();
      const look = async () => {
        while (!isDone) {
          counts.add((await storage.records.list('/plants')).length);
          await sleep(0);
        }
      };
      await Promise.all([reset(), look(), look()]);
      expect([...counts]).toEqual([25]);
      await expectInitial(storage);
      expect(await storage.records.list('/herbs')).toEqual([]);
      expect(await storage.records.nextNumber('/plants')).toBe(8);
    });
  });

  it('returns lists that later changes do not affect', async () => {
    const storage = await open();
    await storage.records.insert('/plants', '1', { n: 1 });
    const [rule] = await storage.rules.add([{ then: { status: 503 } }]);
    await storage.journal.add(entry('/1'));
    const before = await Promise.all([storage.records.list('/plants'), storage.rules.list(), storage.journal.list()]);
    const copy = structuredClone(before);
    await storage.records.update('/plants', { id: '1', value: { n: 2 }, version: 1 });
    await storage.rules.consume(rule?.id ?? '');
    await storage.journal.add(entry('/2'));
    await sleep(1);
    expect(before).toEqual(copy);
  });
}
