import { describe, expect, it } from 'vitest';
import { checkRules } from '../../../mock/rules/check-rules.ts';
import { hasTemplates, renderEffect } from '../../../mock/rules/render-effect.ts';
import type { TemplateSource } from '../../../mock/rules/template.ts';
import { startShop } from '../handlers/shop.ts';

const source: TemplateSource = {
  body: { name: 'lamp', count: 3, big: 2n ** 63n, lines: [{ sku: 'a' }], none: null },
  path: (name) => (name === 'id' ? 7 : undefined),
  query: (name) => (name === 'q' ? 'x y' : undefined),
  header: (name) => (name === 'x-app' ? 'web\r\nSet-Cookie: a=1\u{1f600}' : undefined),
  now: () => new Date(0),
  uuid: () => '00000000-0000-4000-8000-000000000000',
};

describe('the templates of a rule', () => {
  it.each([
    ['{{body.count}}', 3],
    ['{{ body.big }}', 2n ** 63n],
    ['{{body.lines}}', [{ sku: 'a' }]],
    ['{{body.lines.0.sku}}', 'a'],
    ['{{path.id}}', 7],
    ['order {{path.id}} of {{query.q}}: {{body.lines}}', 'order 7 of x y: [{"sku":"a"}]'],
    ['{{now}}', '1970-01-01T00:00:00.000Z'],
    ['{{uuid}}', '00000000-0000-4000-8000-000000000000'],
    ['{{{{body.count}} {{body.count}}', '{{body.count}} 3'],
    ['{{body.none}}', null],
    ['no template {', 'no template {'],
  ])('are replaced: %s', (text, expected) => {
    const { then, missing } = renderEffect({ body: { list: [text], n: 1 } }, source);
    expect(then.body).toEqual({ list: [expected], n: 1 });
    expect(missing).toEqual([]);
  });

  it('without a value are null, in a text nothing, and are reported', () => {
    const body = ['{{body.nme}}', 'a{{query.none}}b', '{{body.constructor}}', '{{body.name.length}}'];
    const { then, missing } = renderEffect({ body }, source);
    expect(then.body).toEqual([null, 'ab', null, null]);
    expect(missing).toEqual(['body.nme', 'query.none', 'body.constructor', 'body.name.length']);
  });

  it('in headers cannot begin another header', () => {
    const { then } = renderEffect({ headers: { 'X-A': '{{header.X-App}}', 'X-B': '{{body.count}}' } }, source);
    expect(then.headers).toEqual({ 'X-A': 'web??Set-Cookie: a=1??', 'X-B': '3' });
  });

  it('insert a limited number of characters', () => {
    const big = { ...source, body: 'x'.repeat(4_000_000) };
    const { then, missing } = renderEffect({ body: ['{{body}}', '{{body}}', '{{body}}'] }, big);
    expect(then.body).toEqual([big.body, big.body, null]);
    expect(missing).toEqual(['body']);
  });

  it('are looked for in values, not in names', () => {
    expect(hasTemplates({ body: { '{{body}}': 1 }, status: 200 })).toBe(false);
    expect(hasTemplates({ body: [['{{body}}']] })).toBe(true);
  });

  it.each([
    ['{{bdy.name}}', 'then.body.a: expected one of {{body}}, {{body.NAME}}'],
    ['{{body.name}', 'expected a template such as {{body.name}}; write {{{{ for two braces'],
    ['{{process.env}}', 'expected one of {{body}}'],
    ['{{path.}}', 'expected one of {{body}}'],
  ])('are checked with the rule: %s', (text, message) => {
    expect(() => checkRules({ then: { body: { a: text } } }, [])).toThrow(
      expect.objectContaining({ code: 'rule-invalid', detail: expect.stringContaining(message) }),
    );
    expect(() => checkRules({ then: { headers: { a: text } } }, [])).toThrow();
  });

  it('have the types of the contract in responses, and texts in those to invalid requests', async () => {
    const mock = await startShop({
      scenario: [
        { when: { operation: 'readOrder' }, then: { body: { id: '{{path.id}}', name: 'for {{query.who}}' } } },
        {
          when: { operation: 'createOrder' },
          then: { status: 201, headers: { Location: '/orders/{{body.id}}' }, body: { id: 1, name: '{{body.name}}' } },
        },
      ],
    });
    expect((await mock.send('GET', '/orders/7?who=a%20b')).json).toEqual({ id: 7, name: 'for a b' });
    expect((await mock.send('GET', '/orders/x%20y')).json).toEqual({ id: 'x y', name: 'for ' });
    expect((await mock.send('POST', '/orders', { name: 5 })).json).toEqual({ id: 1, name: 5 });
    const [, missing, created] = await mock.journal.list();
    expect(missing?.why).toBe('scenario rule; no value for {{query.who}}');
    expect(created?.why).toBe('scenario rule; no value for {{body.id}}');
    expect(created?.response?.headers['Location']).toBe('/orders/');
  });
});
