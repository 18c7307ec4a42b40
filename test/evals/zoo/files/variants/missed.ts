/** What the verifier does not detect, or reports wrongly, today. */

import type { FilesVariant } from '../variant.ts';

interface MissedClass {
  /** What the verifier does not do, or what it does in its place. */
  readonly reason: string;
  readonly names: readonly string[];
}

/** Faulty variants that it does not detect, by the class of the miss. */
const missedClasses: readonly MissedClass[] = [
  {
    reason: 'many parsers accept digits alone for an integer: 1e2 and 1.0 may be rejected',
    names: ['rejects-exponents-of-integers'],
  },
  {
    reason:
      'the contract does not say that a part is not repeated or a file not empty: frameworks take the first or the last one, and reject empty files',
    names: ['takes-repeated-title', 'rejects-empty-files'],
  },
  {
    reason: 'only the description says that the items of a response are those of the path, in their order',
    names: ['sorts-shelves-of-path', 'counts-first-shelf-alone'],
  },
  {
    reason: 'a list may leave out optional members of its records, or show a summary of them',
    names: ['lists-without-comments'],
  },
  {
    reason: 'filters about places are not sent, and a filter by a text may compare without case',
    names: ['ignores-near', 'swaps-near', 'finds-titles-in-any-case'],
  },
  {
    reason: 'the name of a query parameter is not written in another case, since some frameworks ignore the case',
    names: ['takes-key-by-any-name-in-case'],
  },
  {
    reason: 'without credentials only a record that exists is requested',
    names: ['looks-for-folder-before-credentials'],
  },
  {
    reason: 'it is inconclusive, since no valid request is accepted',
    names: ['requires-credentials-for-links'],
  },
  {
    reason: 'the contract does not say that a link ends with its file, and other records may keep what refers to them',
    names: ['opens-links-to-deleted-files'],
  },
  {
    reason: 'the contract states no time for the end of a job',
    names: ['never-ends-jobs'],
  },
  {
    reason:
      'the contract says neither whether tokens in another case are the same, nor what the time of expiry follows from',
    names: ['finds-links-in-any-case', 'gives-time-of-creation-as-expiry'],
  },
  {
    reason: 'it is a warning',
    names: ['leaves-allow-out'],
  },
];

/** Correct variants for which the verifier reports an error today, with its cause. */
const falsePositives: Readonly<Record<string, string>> = {};

export const knownErrorNames: readonly string[] = [
  ...missedClasses.flatMap(({ names }) => names),
  ...Object.keys(falsePositives),
];

/** The same variant, with the reason if the verifier is wrong about it today. */
export function withKnownError(variant: FilesVariant): FilesVariant {
  const falsePositiveToday = falsePositives[variant.name];
  if (variant.kind === 'right') return falsePositiveToday === undefined ? variant : { ...variant, falsePositiveToday };
  const missedToday = missedClasses.find(({ names }) => names.includes(variant.name))?.reason;
  return missedToday === undefined ? variant : { ...variant, missedToday };
}
