import { findDuplicateKeys } from '../../../spec/json/duplicate-keys.ts';
import { formatPath } from '../../../spec/validation/validate.ts';
import { bodyPlace, type Check } from './check.ts';

export const keysAreUnique: Check = {
  id: 'keys-are-unique',
  severity: 'error',
  invariant: 'no object of a JSON body has a key twice',
  title: 'A key occurs twice',
  why: 'RFC 8259, section 4: what a reader makes of it is undefined; one takes the first, another the last, a third refuses it all. Likely causes: JSON put together by hand, a property inherited and declared again, an envelope whose names clash with those of the record. Write bodies with a JSON library, from one object with each name once.',
  references: 'RFC 8259, section 4 (objects); RFC 7493 (I-JSON), section 2.3',
  appliesTo: ({ json }) => json?.ok === true,
  violations(context) {
    const { json, response } = context;
    if (json?.ok !== true || response === undefined) return [];
    const place = bodyPlace(context);
    return findDuplicateKeys(Buffer.from(response.body).toString('utf8')).map((path) => {
      const key = formatPath(path.map((part) => (typeof part === 'number' ? 0 : part)));
      const received = `${formatPath(path)} twice`;
      return {
        expected: 'each key once',
        received,
        responsePart: { in: 'body', path },
        place,
        requirement: 'an object has each key once (RFC 8259, section 4)',
        key,
      };
    });
  },
};
