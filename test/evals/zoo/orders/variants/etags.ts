/** ETags, If-Match and If-None-Match. */
import type { ShopBehavior } from '../behavior.ts';
import { etagsIn, type Preconditions } from '../preconditions.ts';
import { internalError } from '../problem.ts';
import type { OperationId } from '../routes.ts';
import { deepShopDefects, replies, type ShopDefect } from './overrides.ts';

const customer: readonly OperationId[] = ['createCustomer', 'readCustomer', 'replaceCustomer', 'changeCustomer'];

function compares(change: (right: Preconditions) => Partial<Preconditions>): ShopDefect['behavior'] {
  return ({ preconditions }: ShopBehavior) => ({ preconditions: { ...preconditions, ...change(preconditions) } });
}

export const wrongEtags = deepShopDefects([
  {
    name: 'accepts-stale-if-match',
    description: 'It ignores If-Match, so that a stale ETag overwrites changes of other clients.',
    operations: customer,
    foundBy: ['if-match-respected'],
    behavior: compares(() => ({ matchesIfMatch: () => true })),
  },
  {
    name: 'accepts-stale-if-match-on-delete',
    description: 'It ignores If-Match when it deletes.',
    operations: [...customer, 'deleteCustomer'],
    foundBy: ['if-match-respected'],
    behavior: () => ({
      transformRequest: (request) =>
        request.method === 'DELETE' ? { ...request, headers: { ...request.headers, 'if-match': '*' } } : request,
    }),
  },
  {
    name: 'accepts-any-quoted-if-match',
    description: 'It accepts each If-Match that has the form of an ETag.',
    operations: customer,
    foundBy: ['if-match-respected'],
    behavior: compares(() => ({ matchesIfMatch: (header) => header.trim() === '*' || etagsIn(header).length > 0 })),
  },
  {
    name: 'compares-first-if-match-alone',
    description: 'It compares the first of several ETags in If-Match, and rejects the current one behind it.',
    operations: customer,
    foundBy: ['if-match-respected'],
    behavior: compares(() => ({
      matchesIfMatch: (header, etag) => header.trim() === '*' || etagsIn(header)[0] === etag,
    })),
  },
  {
    name: 'rejects-current-if-match',
    description: 'It compares If-Match with the ETag without its quotes, so that the current one is rejected.',
    operations: customer,
    foundBy: ['if-match-respected'],
    behavior: compares(() => ({
      matchesIfMatch: (header, etag) => header.trim() === '*' || header === etag.replaceAll('"', ''),
    })),
  },
  {
    name: 'rejects-if-match-star',
    description: 'It compares the star of If-Match with the ETag, and returns 412.',
    operations: customer,
    foundBy: ['if-match-respected'],
    behavior: compares(() => ({ matchesIfMatch: (header, etag) => etagsIn(header).includes(etag) })),
  },
  {
    name: 'returns-304-to-other-etags',
    description: 'It returns 304 to every If-None-Match, so that clients keep an old version.',
    operations: customer,
    foundBy: ['if-none-match-respected'],
    behavior: compares(() => ({ matchesIfNoneMatch: () => true })),
  },
  {
    name: 'never-returns-304',
    description: 'It returns 200 to an If-None-Match with the current ETag, although the contract says 304.',
    operations: customer,
    foundBy: ['if-none-match-respected'],
    behavior: compares(() => ({ matchesIfNoneMatch: () => false })),
  },
  {
    name: 'fails-for-current-if-none-match',
    description: 'It fails with 500 when it should return 304, since the template has no body.',
    operations: customer,
    foundBy: ['no-server-error'],
    behavior: replies('readCustomer', (reply) => (reply.status === 304 ? internalError : reply)),
  },
  {
    name: 'sends-304-without-etag',
    description: 'It returns 304 without the required ETag.',
    operations: customer,
    foundBy: ['headers-declared'],
    behavior: replies('readCustomer', (reply) => (reply.status === 304 ? { ...reply, headers: {} } : reply)),
  },
  {
    name: 'keeps-etag-after-changes',
    description: 'It derives the ETag from the id, so that it never changes.',
    operations: customer,
    foundBy: ['etag-changes'],
    behavior: compares(({ etagOf }) => ({ etagOf: ({ id = null }) => etagOf({ id }) })),
  },
  {
    name: 'keeps-etag-after-changes-of-tags',
    description: 'It derives the ETag from everything except the tags and the addresses, which are in other tables.',
    operations: customer,
    foundBy: ['etag-changes'],
    behavior: compares(({ etagOf }) => ({ etagOf: ({ tags: _tags, addresses: _addresses, ...rest }) => etagOf(rest) })),
  },
  {
    name: 'keeps-etag-after-patch',
    description: 'It renews the ETag of a customer with a replacement, but not with a patch.',
    operations: customer,
    foundBy: ['etag-changes'],
    behavior: keepsEtagAfterPatch,
  },
  {
    name: 'keeps-etag-of-orders',
    description: 'It derives the ETag of an order from its first values, so that an action does not change it.',
    operations: ['createOrder', 'readOrder', 'placeOrder'],
    foundBy: ['etag-changes'],
    behavior: compares(({ etagOf }) => ({
      etagOf: ({ status, ...shown }) => etagOf('lines' in shown ? shown : { status: status ?? null, ...shown }),
    })),
  },
  {
    name: 'renews-etag-with-each-read',
    description: 'It returns another ETag with each read, so that no If-Match ever matches.',
    operations: customer,
    foundBy: ['if-match-respected'],
    behavior: compares(({ etagOf }) => {
      let count = 0;
      return { etagOf: (shown) => etagOf({ ...shown, count: String(count++) }) };
    }),
  },
  {
    name: 'returns-old-etag-after-changes',
    description: 'It returns the ETag of the version before with a replacement or patch.',
    operations: customer,
    foundBy: ['etag-changes'],
    behavior: returnsOldEtag,
  },
]);

function keepsEtagAfterPatch({ preconditions, patchFields, saveCustomer }: ShopBehavior): Partial<ShopBehavior> {
  const etags = new Map<string, string>();
  let isPatch = false;
  return {
    patchFields: (current, patch) => {
      isPatch = true;
      return patchFields(current, patch);
    },
    saveCustomer: (state, saved) => {
      if (!isPatch) etags.delete(String(saved.id));
      isPatch = false;
      saveCustomer(state, saved);
    },
    preconditions: {
      ...preconditions,
      etagOf: (shown) => {
        const id = JSON.stringify(shown.id);
        const etag = etags.get(id) ?? preconditions.etagOf(shown);
        etags.set(id, etag);
        return etag;
      },
    },
  };
}

function returnsOldEtag({ preconditions, transformReply }: ShopBehavior): Partial<ShopBehavior> {
  let before = '';
  let last = '';
  return {
    preconditions: {
      ...preconditions,
      etagOf: (shown) => {
        before = last;
        last = preconditions.etagOf(shown);
        return last;
      },
    },
    // A change computes the ETag of the version before only if it has an If-Match.
    transformRequest: (request) =>
      request.method === 'PUT' || request.method === 'PATCH'
        ? { ...request, headers: { 'if-match': '*', ...request.headers } }
        : request,
    transformReply: (reply, operation, request) => {
      const right = transformReply(reply, operation, request);
      const isChange = reply.status === 200 && (operation === 'replaceCustomer' || operation === 'changeCustomer');
      return isChange && before !== '' ? { ...right, headers: { ...right.headers, etag: before } } : right;
    },
  };
}
