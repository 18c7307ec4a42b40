import type { LintRule } from '../rule.ts';

export const pathWithoutFragment: LintRule = {
  id: 'path-without-fragment',
  severity: 'advice',
  holds: 'no path holds a fragment',
  title: 'A fragment is written into the path',
  why: 'Clients keep to themselves what follows "#": the operation is the same request as the one without it, and is not judged. Make one operation of the two, with oneOf where the bodies differ.',
  restsOn: 'OpenAPI, Paths Object; RFC 9110, section 7.1 (the fragment is not part of the request target)',
  *problems({ operations }) {
    for (const { id, path, place } of operations)
      if (path.includes('#')) yield { subject: id, place, expected: 'a path without "#"', received: path };
  },
};
