/** Which sentences put the records of one user out of reach of another. */
import { expect, test } from 'vitest';
import {
  findIsolationSentences,
  findOwnRecordsSentence,
  findRejectionSentence,
} from '../../../contracts/conformance/stateful/other-users/isolation-sentences.ts';

const nouns = ['order', 'orders', 'note', 'notes', 'it', 'they'];

/** `all`, or the uses that are excluded. */
function excluded(text: string): readonly string[] {
  return findIsolationSentences(text, nouns).map(({ excludes }) =>
    excludes === 'everything' ? 'all' : [...excludes].join(' '),
  );
}

test.each([
  ['all', 'What belongs to one tenant does not exist for another.'],
  ['all', 'What belongs to one user cannot be accessed by another one, who gets 403 or 404 for it.'],
  ['all', 'Events with attendees and invitations. What belongs to one user does not exist for another.'],
  ['read change', 'What belongs to a tenant cannot be read or changed by other tenants.'],
  ['all', 'Tenants are strictly isolated from each other.'],
  ['all', 'Data is isolated per tenant.'],
  ['all', 'No user can access orders of other users.'],
  ['all', 'Users can only access their own orders.'],
  ['all', 'Orders are accessible only to their owner.'],
  ['all', 'Only the owner has access to an order.'],
  ['read', 'Orders of other users are not visible.'],
  ['read', 'Records of other tenants are hidden.'],
  ['read', 'An order is not visible to other users.'],
  ['read', 'A user cannot see the orders of other users.'],
  ['read', 'An order is visible only to the user who created it.'],
  ['read', 'Each key sees its own orders.'],
  ['read', 'Users see only their own notes.'],
  ['read', 'You can only see your own orders.'],
  ['change', 'A note can only be changed by its author.'],
  ['change', 'A note can be changed only by its author.'],
  ['change delete', 'A note cannot be changed or deleted by another user.'],
  ['change delete', 'Deletes a note; only its author may edit or delete it.'],
  ['delete', 'Only the owner\ncan delete a note.'],
])('%s: %s', (uses, text) => {
  expect(excluded(text)).toEqual([uses]);
});

test.each([
  'The e-mail address of a user is not visible to other users.',
  "A note's title is not visible to other users.",
  'Only the owner can change the name of a note.',
  "Only the owner's name is returned.",
  'Draft orders are visible only to their owner.',
  'A user can see the orders of other users.',
  'A note is not visible to other users until it is published.',
  'Only the owner can see it if it is private.',
  'Each user has its own quota.',
  'Names may not be used by other users.',
  'The owner can only change the name.',
  'Products of other users are not visible.',
  'Orders of other users are not visible. Administrators see all.',
  'Notes can be read with an invitation. Notes of other users are not visible.',
  'Users can be invited. What belongs to one user cannot be accessed by another one.',
  'Notes can be shared. Notes of other users are not visible.',
  'Orders of other users are not visible, except public ones.',
])('nothing: %s', (text) => {
  expect(excluded(text)).toEqual([]);
});

test.each([
  'Returns the orders of the authenticated user.',
  'List orders of the current user',
  "Lists the authenticated user's orders",
  'Orders of the caller, newest first',
  'Lists all orders belonging to the authenticated user.',
])('the own records: %s', (text) => {
  expect(findOwnRecordsSentence(text, nouns)?.sentence).toBe(text);
});

test.each([
  'Lists the orders in the organization of the authenticated user',
  'Adds the note to the likes of the authenticated user',
  "Lists the authenticated user's orders and those of the team.",
  'Returns the orders of the user.',
])('not the own records: %s', (text) => {
  expect(findOwnRecordsSentence(text, nouns)).toBeUndefined();
});

test('a rejection says that the record belongs to another user', () => {
  const text = 'The order does not exist or belongs to another user.';
  expect(findRejectionSentence(text, nouns)?.sentence).toBe(text);
  expect(findRejectionSentence('The address belongs to another user.', nouns)).toBeUndefined();
});
