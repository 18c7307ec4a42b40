import type { LintRule } from '../rule.ts';

/** What operations lead to stops the start where it cannot be read; the rest is read here for the first time. */
export const partReadable: LintRule = {
  id: 'part-readable',
  severity: 'fault',
  holds: 'components, callbacks and webhooks can be read, whether an operation leads to them or not',
  title: 'A part of the document cannot be read',
  why: 'Generators and whoever comes to use it stumble over it; the kit judges nothing by it. Correct it as the contract says here, or take it out.',
  restsOn: 'OpenAPI, Components Object, Callback Object and Schema Object; JSON Schema Validation 2020-12',
  *problems({ aside, title: subject }) {
    const told = new Set<string>();
    for (const { place, reason } of aside?.unreadable ?? []) {
      const key = `${place.file} ${reason}`;
      if (!told.has(key)) yield { subject, place, expected: 'a part that can be read', received: reason };
      told.add(key);
    }
  },
};
