import { expect, it } from 'vitest';
import type { JournalEntry } from '../../../mock/index.ts';
import { describeViolations, loadOperationPlaces } from '../../../mock/integrations/violation-text.ts';

const entry: JournalEntry = {
  id: 1,
  kind: 'request',
  time: '2026-01-01T00:00:00.000Z',
  milliseconds: 1,
  mount: '',
  operation: 'createOrder',
  request: { method: 'POST', target: '/orders', headers: {}, body: null },
  response: null,
  valid: false,
  violations: [{ side: 'request', code: 1, rule: 'type', message: 'body.name: expected string, got integer 7' }],
  why: null,
  rule: null,
  fault: null,
};

it('names the request, each violation, why the response is another one, and the line of the contract', () => {
  expect(describeViolations({ ...entry, why: 'a rule' }, () => 'shop.yaml:9')).toBe(
    [
      'POST /orders violates the contract (no response)',
      '  body.name: expected string, got integer 7',
      '  a rule',
      '  contract: createOrder (shop.yaml:9)',
    ].join('\n'),
  );
});

it('shows each violation once', () => {
  const messages = ['body.name: expected a value, got nothing', 'body.count: expected integer, got string "many"'];
  const violations = messages.map((message) => ({ side: 'request', code: 1, rule: 'type', message }) as const);
  expect(describeViolations({ ...entry, violations, why: messages.join('; ') }).split('\n')).toEqual([
    'POST /orders violates the contract (no response)',
    ...messages.map((message) => `  ${message}`),
  ]);
});

it('shows control characters and line breaks of a request as their codes', () => {
  const message = 'got "\u001b[2J\n::error::\u202e"';
  const text = describeViolations({ ...entry, violations: [{ side: 'request', code: 1, rule: 'type', message }] });
  expect(text).toContain('  got "\\u001b[2J\\u000a::error::\\u202e"');
});

it('names no line of a document that cannot be read any more', async () => {
  const placeOf = await loadOperationPlaces('missing.yaml');
  expect(placeOf(entry)).toBeUndefined();
});
