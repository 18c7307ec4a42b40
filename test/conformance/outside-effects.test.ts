import { describe, expect, test } from 'vitest';
import { findOutsideEffect } from '../../contracts/conformance/model/outside-effects.ts';
import { plantStoreContract } from './support.ts';

const [operation] = plantStoreContract.operations;
if (operation === undefined) throw new Error('the contract has no operation');

/** `POST /users/{id}/invite inviteUser`; without an id, the operation is named by method and path. */
const effectOf = (named: string, description = ''): string | undefined => {
  const [method = '', path = '', id = `${method} ${path}`] = named.split(' ');
  return findOutsideEffect({ ...operation, id, method, path, description })?.name;
};

describe('operations with effects outside of the run', () => {
  test.each([
    ['POST /invoices/{id}/send-mail', 'messages'],
    ['POST /invoices/{id}/send sendInvoiceEmail', 'messages'],
    ['POST /users/{id}/invite', 'messages'],
    ['POST /members inviteMember', 'messages'],
    ['POST /signup/resend resendConfirmation', 'messages'],
    ['POST /phones/{id}/code sendVerificationCode', 'messages'],
    ['POST /users/{id}/reset-password', 'password'],
    ['POST /password_resets requestPasswordReset', 'password'],
    ['POST /account/forgotPassword', 'password'],
    ['GET /user/logout logoutUser', 'session'],
    ['POST /auth/logOut.json logOut', 'session'],
    ['POST /oauth/revoke revokeToken', 'session'],
    ['POST /sessions/revoke revokeAllSessions', 'session'],
    ['DELETE /orders deleteAllOrders', 'deletion'],
    ['POST /cache/purge', 'deletion'],
    ['POST /admin/factory-reset', 'deletion'],
    ['POST /orders/import', 'bulk'],
    ['PUT /orders bulkUpdateOrders', 'bulk'],
    ['POST /orders:batchDelete', 'bulk'],
    ['PATCH /orders updateOrdersInBulk', 'bulk'],
  ])('are recognized by their names: %s', (named, effect) => {
    expect(effectOf(named)).toBe(effect);
  });

  test.each([
    ['Sends an e-mail with a link to the owner.', 'messages'],
    ['Create a user.\nA confirmation email will be sent to the new address.', 'messages'],
    ['Adds a member. The member gets an SMS.', 'messages'],
    ["Resets the user's password", 'password'],
    ['Logs the current user out.', 'session'],
    ['Invalidates the current access token.', 'session'],
    ['Deletes all drafts.', 'deletion'],
    ['Imports contacts from a file.', 'bulk'],
    ['Updates several orders in bulk.', 'bulk'],
  ])('are recognized by sentences: %s', (description, effect) => {
    expect(effectOf('POST /things', description)).toBe(effect);
  });
});

describe('other operations are tested in full', () => {
  test.each([
    ['POST /invitations createInvitation'],
    ['POST /invitations/{id}/accept acceptInvitation'],
    ['POST /channels/{id}/messages sendMessage'],
    ['POST /parcels sendParcel'],
    ['PUT /notifications notifyReadList'],
    ['PUT /settings/password-reset-policy updatePasswordResetPolicy'],
    ['PUT /users/{id}/password changePassword'],
    ['POST /sheets/{id}/sign-off signOffSheet'],
    ['PUT /devices/{id}/log-output setLogOutput'],
    ['DELETE /invitations/{id} revokeInvitation'],
    ['DELETE /lists/{id}/items deleteAllItems'],
    ['GET /imports/{id} readImport'],
    ['PUT /import-settings importSettings'],
    ['POST /batches createBatch'],
    ['POST /orders/bulk createOrdersInBulk'],
    ['GET /mails/send listSentMails'],
    ['POST /importers addImporter'],
    ['POST /sales/clear clearSale'],
  ])('by their names: %s', (named) => {
    expect(effectOf(named)).toBeUndefined();
  });

  test.each([
    ['Creates a user. No e-mail is sent.'],
    ['The client sends the e-mail address of the user.'],
    ['Stores what the caller sends by mail.'],
    ['Removes the order and all its items.'],
    ['Reports an important change.'],
    ['Creates a record with the e-mail of its owner.'],
    ['Adds a product. Its price does not include import duties.'],
    ['Ends the auction.'],
    ['Adds an order that all members see.'],
  ])('by sentences: %s', (description) => {
    expect(effectOf('POST /things', description)).toBeUndefined();
  });
});

test('the reason names what shows the effect', () => {
  const invite = { ...operation, id: 'inviteUser', method: 'POST', path: '/users', description: 'Adds a user.' };
  const description = 'sends messages';
  expect(findOutsideEffect(invite)).toEqual({ name: 'messages', description, evidence: 'the name inviteUser' });
  const add = { ...invite, id: 'addUser', description: 'Adds one. Sends an email.' };
  expect(findOutsideEffect(add)?.evidence).toBe('the sentence "Sends an email."');
});
