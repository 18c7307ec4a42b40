import { describe, expect, it } from 'vitest';
import type { Rule } from '../../../mock/model/rule.ts';
import { STORAGE_LIMITS } from '../../../mock/model/storage.ts';
import { checkRules } from '../../../mock/rules/check-rules.ts';
import { createRuleStates } from '../../../mock/rules/rule-states.ts';
import { createMemoryRecords } from '../../../mock/storage/memory/memory-records.ts';
import { startShop } from '../handlers/shop.ts';

const read = { when: { operation: 'readOrder' } };
const pending = { body: { id: 1, name: 'pending' } };
const done = { body: { id: 1, name: 'done' } };

async function names(scenario: readonly Rule[], length: number) {
  const mock = await startShop({ scenario });
  const next = async () => JSON.parse((await mock.send('GET', '/orders/1')).text).name;
  const found: string[] = [];
  for (let count = 0; count < length; count++) found.push(await next());
  return { mock, found, next };
}

describe('a sequence of responses', () => {
  it('ends with the last one', async () => {
    const { mock, found, next } = await names([{ ...read, then: [pending, pending, done] }], 5);
    expect(found).toEqual(['pending', 'pending', 'done', 'done', 'done']);
    expect((await mock.scenario.rules())[0]?.taken).toBe(5);
    await mock.reset();
    expect(await next()).toBe('pending');
  });

  it('begins again with repeat', async () => {
    const { found } = await names([{ ...read, repeat: true, then: [pending, done] }], 5);
    expect(found).toEqual(['pending', 'done', 'pending', 'done', 'pending']);
  });

  it('ends after times, and begins after skip', async () => {
    const { found } = await names(
      [
        { ...read, skip: 1, times: 2, then: [pending, done] },
        { ...read, then: { body: { id: 1, name: 'regular' } } },
      ],
      4,
    );
    expect(found).toEqual(['regular', 'pending', 'done', 'regular']);
  });

  it('gives each of concurrent requests another response', async () => {
    const mock = await startShop({
      scenario: [{ ...read, then: Array.from({ length: 20 }, (_, id) => ({ body: { id, name: 'x' } })) }],
    });
    const all = await Promise.all(Array.from({ length: 20 }, () => mock.send('GET', '/orders/1')));
    expect(new Set(all.map(({ text }) => text)).size).toBe(20);
  });
});

describe('a rule that is turned off', () => {
  it('applies to no request until it is turned on, and keeps its counts', async () => {
    const { mock, next } = await names(
      [
        { ...read, times: 2, then: pending },
        { ...read, then: done },
      ],
      1,
    );
    const [rule] = await mock.scenario.rules();
    const id = rule?.id ?? '';
    expect(await mock.scenario.setEnabled(id, false)).toBe(true);
    expect(await next()).toBe('done');
    expect((await mock.scenario.rules())[0]).toMatchObject({ id, enabled: false, taken: 1 });
    await mock.scenario.setEnabled(id, true);
    expect((await mock.scenario.rules())[0]).not.toHaveProperty('enabled');
    expect([await next(), await next()]).toEqual(['pending', 'done']);
    expect(await mock.scenario.setEnabled('99', true)).toBe(false);
  });

  it('can be written as such', async () => {
    const { found } = await names(
      [
        { ...read, enabled: false, then: pending },
        { ...read, then: done },
      ],
      1,
    );
    expect(found).toEqual(['done']);
    expect(() => checkRules({ enabled: 'no', then: done }, [])).toThrow('enabled: expected true or false, got "no"');
  });
});

describe('a rule that is replaced', () => {
  it('keeps its place, and its sequence begins again', async () => {
    const { mock, next } = await names(
      [
        { ...read, then: [pending, done] },
        { ...read, then: done },
      ],
      2,
    );
    const [rule] = await mock.scenario.rules();
    await mock.scenario.replace(rule?.id ?? '', { ...read, times: 2, then: [pending, done] });
    expect([await next(), await next()]).toEqual(['pending', 'done']);
    await expect(mock.scenario.replace(rule?.id ?? '', { then: { status: 9 } })).rejects.toThrow('then.status');
    expect(await mock.scenario.replace('99', { then: done })).toBe(false);
  });

  it('moves behind others with order', async () => {
    const { mock, next } = await names(
      [
        { ...read, then: pending },
        { ...read, then: done },
      ],
      1,
    );
    const ids = (await mock.scenario.rules()).map(({ id }) => id);
    await mock.scenario.order(...ids.toReversed());
    expect(await next()).toBe('done');
  });
});

const checkout: readonly Rule[] = [
  { ...read, scenario: 'checkout', requiredState: 'paid', then: done },
  { ...read, scenario: 'checkout', requiredState: 'started', then: pending },
  {
    when: { operation: 'cancelOrder' },
    scenario: 'checkout',
    requiredState: 'started',
    newState: 'paid',
    then: { status: 200 },
  },
];

describe('the state of a scenario', () => {
  it('decides which rule applies, and is changed by a rule', async () => {
    const { mock, next } = await names(checkout, 0);
    expect([await next(), await mock.scenario.states()]).toEqual(['pending', { checkout: 'started' }]);
    await mock.send('POST', '/orders/1/cancel');
    expect([await next(), await mock.scenario.states()]).toEqual(['done', { checkout: 'paid' }]);
    const listed = await fetch(`${mock.url}/__store/rules`);
    expect(await listed.json()).toMatchObject({ states: { checkout: 'paid' } });
  });

  it('stays when records are cleared, and is the first one after a reset and after the rules are cleared', async () => {
    const { mock, next } = await names(checkout, 0);
    await mock.send('POST', '/orders/1/cancel');
    await mock.records.clear();
    expect(await next()).toBe('done');
    await mock.reset();
    expect(await next()).toBe('pending');
    await mock.send('POST', '/orders/1/cancel');
    await mock.scenario.clear();
    await mock.scenario.add(...checkout);
    expect(await next()).toBe('pending');
    expect(await mock.records.collections()).not.toContainEqual(expect.objectContaining({ name: 'scenario:' }));
  });

  it('is changed by one of concurrent requests', async () => {
    const rule = { scenario: 'one', requiredState: 'started', newState: 'taken', then: pending };
    const mock = await startShop({
      scenario: [
        { ...read, ...rule },
        { ...read, then: done },
      ],
    });
    const all = await Promise.all(Array.from({ length: 20 }, () => mock.send('GET', '/orders/1')));
    expect(all.filter(({ text }) => text.includes('pending'))).toHaveLength(1);
  });

  it('is changed only from the required state, also where another process is faster', async () => {
    const records = createMemoryRecords(STORAGE_LIMITS);
    let isSlow = true;
    const other = createRuleStates(records);
    const states = createRuleStates({
      ...records,
      insert: async (...args) => {
        if (isSlow) await other.change('a', { from: undefined, to: 'other' });
        isSlow = false;
        return records.insert(...args);
      },
    });
    expect(await states.change('a', { from: 'started', to: 'mine' })).toBe(false);
    expect(await states.read('a')).toBe('other');
    expect(await states.change('a', { from: undefined, to: 'mine' })).toBe(true);
  });
});

describe('rules with states', () => {
  it.each<[object, string]>([
    [{ scenario: 'a', then: {} }, 'rule 1: scenario: expected also "requiredState" or "newState"'],
    [{ newState: 'b', then: done }, 'rule 1: expected "scenario" with the name of the states'],
    [{ scenario: 'a', newState: 'b', times: 2, then: done }, 'times: expected none together with "newState"'],
    [{ repeat: true, then: done }, 'repeat: expected none, because "then" is not a list'],
    [{ then: [] }, 'then: expected at least one effect'],
    [{ then: [done, { status: 42 }] }, 'then[1].status: expected an integer from 200 to 599, got 42'],
    [{ scenario: 'a', requiredState: 5, then: done }, 'requiredState: expected a string'],
  ])('are checked: %j', (rule, message) => {
    expect(() => checkRules([rule], [])).toThrow(
      expect.objectContaining({ code: 'rule-invalid', detail: expect.stringContaining(message) }),
    );
  });
});
