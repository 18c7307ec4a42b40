/** Which sentences of a contract exclude an action in other states. */
import { expect, test } from 'vitest';
import { findRepetitionRule, findStateRule, statesResult } from '../../../spec/described/allowed-states.ts';
import { stateNamedBy } from '../../../spec/described/verb-forms.ts';

const states = ['draft', 'placed', 'paid', 'in_transit', 'shipped', 'cancelled'];

const allowedBy = (text: string, reached?: string) => {
  const rule = findStateRule(text, { states, reached, noun: 'order' });
  return rule === undefined ? undefined : [...rule.allows];
};

test.each<readonly [string, readonly string[]]>([
  ['Only draft orders can be placed.', ['draft', 'placed']],
  ['Places a draft. Any other status is a conflict.', ['draft']],
  ['Places a draft. Any other order is a conflict.', ['draft']],
  ['Cancels the order; only if it is draft or paid.', ['draft', 'paid']],
  ['The order must be paid.', ['paid']],
  ['Possible only while the order is in transit.', ['in_transit']],
  ['Only orders that have been "paid" ship.', ['paid']],
])('%s', (text, expected) => {
  expect(allowedBy(text)).toEqual(expected);
});

test.each([
  'Cancels an order.',
  'Cancels a draft, placed or paid order.',
  'Only the owner can cancel a paid order.',
  'An order can only be cancelled before it is shipped.',
  'Not only draft orders can be cancelled.',
  'Only orders that are not shipped can be cancelled.',
  'Unpaid orders only.',
])('no rule: %s', (text) => {
  expect(allowedBy(text)).toBeUndefined();
});

test.each([
  ['Only draft orders can be cancelled.', true],
  ['Cancels a draft or paid order, which is cancelled then. Any other status is a conflict.', true],
  ['Cancels a draft or cancelled order. Any other status is a conflict.', false],
])('%s: excludes a repetition: %s', (text, expected) => {
  expect(findStateRule(text, { states, reached: 'cancelled', noun: 'order' })?.excludesRepetition).toBe(expected);
});

test.each<readonly [string, readonly string[]]>([
  ['Cancels a draft or paid order, which is cancelled then. Any other status is a conflict.', ['draft', 'paid']],
  ['Cancels a draft or cancelled order. Any other status is a conflict.', ['draft', 'cancelled']],
  ['Marks a paid order as cancelled. Any other order is a conflict.', ['paid']],
  ['Marks a paid or cancelled order as cancelled. Any other order is a conflict.', ['paid', 'cancelled']],
  ['Treats a paid order as cancelled. Any other order is a conflict.', ['paid', 'cancelled']],
  ['Only draft orders can be cancelled.', ['draft', 'cancelled']],
])('%s allows %j', (text, expected) => {
  expect(allowedBy(text, 'cancelled')).toEqual(expected);
});

test.each([
  ['Cancels a draft, which is cancelled then.', true],
  ['Cancels the order and is "cancelled" then.', true],
  ['Cancels the order. Its status is then cancelled.', true],
  ['Cancels the order. It becomes `cancelled`.', true],
  ['Cancels the order. It becomes cancelled when the courier agrees.', false],
  ['Cancels a draft, which is cancelled then if nothing was paid.', false],
  ['Cancels a draft, which is cancelled later.', false],
  ['Cancels an order that is cancelled.', false],
])('%s states the result: %s', (text, expected) => {
  expect(statesResult(text, 'cancelled')).toBe(expected);
});

test('a deadline of the action itself is no rule', () => {
  expect(allowedBy('Pays the order. The order must be paid within a week.', 'paid')).toBeUndefined();
});

test.each<readonly [string, string | undefined]>([
  ['place', 'placed'],
  ['pay', 'paid'],
  ['ship', 'shipped'],
  ['cancel', 'cancelled'],
  ['run', undefined],
  ['restart', undefined],
])('%s leads to %s', (verb, expected) => {
  expect(stateNamedBy(verb, states)).toBe(expected);
});

const repetition = (text: string, conflict = '') =>
  findRepetitionRule({ text, conflict }, { states, reached: 'cancelled' })?.sentence;

test.each([
  'An order that is already cancelled is a conflict.',
  'Returns 409 if the order was already cancelled.',
  'An order that is cancelled already is a conflict.',
  'Cannot be sent if the order has already been "cancelled".',
  'A cancelled order cannot be cancelled again.',
  'An order must not be cancelled twice.',
  'An order can be cancelled only once.',
  'It may only be cancelled once, by its owner.',
])('the action is allowed once: %s', (text) => {
  expect(repetition(text)).toBe(text);
});

test('the description of 409 says that the action is allowed once', () => {
  expect(repetition('Cancels it.', 'The order is already cancelled.')).toBe('The order is already cancelled.');
});

test.each<readonly [string, string]>([
  ['Cancels an order; no error if it is already cancelled.', 'Conflict'],
  ['An already cancelled order is returned as it is.', 'Conflict'],
  ['Cancels it. An order that is already paid is a conflict.', 'Conflict'],
  ['Cancels it.', 'The order is paid.'],
  ['An order can only be cancelled once it has been placed.', 'Conflict'],
  ['An order that was reopened can be cancelled again.', 'Conflict'],
  ['Cancels it.', 'Conflict, unless it is already cancelled.'],
])('the action may be repeated: %s %s', (text, conflict) => {
  expect(repetition(text, conflict)).toBeUndefined();
});
