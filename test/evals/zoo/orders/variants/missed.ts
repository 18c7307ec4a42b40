/** Defects that the verifier misses today, by class. Remove a name when the checks for it find its defect. */
import type { VariantInfo } from '../../zoo.ts';

interface MissedClass {
  /** What the verifier does not do. */
  readonly reason: string;
  readonly names: readonly string[];
}

export const missedClasses: readonly MissedClass[] = [
  {
    reason: 'read-only: OpenAPI 3.0 makes it a warning, and read-only times may change by themselves',
    names: ['renews-creation-time', 'takes-creation-time-of-client', 'takes-id-of-client-in-replacements'],
  },
  {
    reason: 'transfer encodings: HTTP allows 411 to a body in chunks',
    names: ['requires-content-length'],
  },
  {
    reason: 'alternatives: 403 is tolerated for a declared alternative credential',
    names: ['rejects-couriers-of-orders'],
  },
  {
    reason:
      'credentials with fewer scopes are not available, and no delivery is accepted that the token of the shop could repeat',
    names: ['ignores-scopes', 'accepts-shop-as-courier'],
  },
  {
    reason: 'order of errors: credentials-checked-first is a warning',
    names: ['validates-before-checking-tokens'],
  },
  {
    reason: 'idempotency keys: the contract rejects a key with another body, and so with a corrected one',
    names: ['stores-rejections-by-key'],
  },
  {
    reason: 'caches: another record than the path names is reported as a warning, since it passes after a moment',
    names: ['caches-customers-by-part-of-id'],
  },
  {
    reason: 'jobs without an end: the contract states no time for it',
    names: ['never-finishes-jobs'],
  },
  {
    reason: 'filtered pages: a short page that links to a next one is not the end of a list',
    names: ['filters-each-page'],
  },
  {
    reason: 'totals: one that only has its name may count anything',
    names: ['totals-products-of-page'],
  },
];

const reasonByName = new Map(
  missedClasses.flatMap(({ reason, names }) => names.map((name) => [name, reason] as const)),
);

/** With the reason of a known miss. */
export function withMissReason<One extends VariantInfo>(variant: One): One {
  const missedToday = reasonByName.get(variant.name);
  return missedToday === undefined ? variant : { ...variant, missedToday };
}
