import { expect, test } from 'vitest';
import { nearEtag } from '../../../contracts/conformance/stateful/conditions/entity-tags.ts';

test.each([
  ['"41237618dbb7896f354b"', '"41237618dbb7896f354c"'],
  ['"2026-01-01T10:00:09"', '"2026-01-01T10:00:00"'],
  ['"version-of-item-a"', '"version-of-item-b"'],
])('an ETag that is nearly %s', (etag, near) => expect(nearEtag(etag)).toBe(near));

test.each(['"7"', '"12345678', 'W/"41237618dbb7896f354b"', '"41237618dbb7896f35--"'])(
  'none is compared with %s',
  (etag) => expect(nearEtag(etag)).toBeUndefined(),
);
