import { findDuplicateKeys } from '../../../spec/json/duplicate-keys.ts';
import { formatPath } from '../../../spec/validation/validate.ts';
import { bodyPlace, type Check } from './check.ts';

export const keysAreUnique: Check = {
  id: 'keys-are-unique',
  severity: 'error',
  invariant: 'every key of a JSON object is unique',
  title: 'A key occurs twice',
  why: 'RFC 8259, section 4: the result is unpredictable. Some parsers use the first value, some the last, others reject the body. Likely causes: JSON built by string concatenation, a property inherited and declared again, an envelope whose names clash with those of the record. Write bodies with a JSON library, from one object with unique names.',
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
        requirement: 'the keys of an object are unique (RFC 8259, section 4)',
        key,
      };
    });
  },
};
