/** Survivors of the sample that no test has to kill: each with the reason. They count as survivors. */
import type { Mutant } from './mutant.ts';

interface ReviewedSurvivor extends Pick<Mutant, 'file' | 'functionName' | 'description'> {
  /** The beginning of the text that it replaces. */
  readonly from: string;
  readonly reason: string;
}

const reviewedSurvivors: readonly ReviewedSurvivor[] = [
  {
    file: 'spec/validation/patterns.ts',
    functionName: 'MAX_SOURCE_LENGTH',
    description: 'number incremented',
    from: '20_000',
    reason: 'Any limit of this size is as good.',
  },
  {
    file: 'contracts/conformance/checks/echo/shared-properties.ts',
    functionName: 'declaredByBothCached',
    description: 'call removed',
    from: 'memoize(',
    reason: 'Without the cache the result is the same, only slower.',
  },
  {
    file: 'contracts/conformance/checks/created-is-echoed.ts',
    functionName: 'isNamedByPath',
    description: 'string emptied',
    from: "''",
    reason: 'A path always has a last segment; the default is only for the types.',
  },
  {
    file: 'mock/records/operations/create-record.ts',
    functionName: 'buildNewRecord',
    description: 'call removed',
    from: 'withoutProperty(',
    reason: 'A new id replaces the generated one later, unless the contract allows no new id.',
  },
  {
    file: 'mock/records/lists/list-records.ts',
    functionName: 'projectWithSample',
    description: 'call removed',
    from: 'memoizePair(',
    reason: 'Without the cache the result is the same, only slower.',
  },
];

/** Undefined for a survivor that is not reviewed. */
export function reasonForSurvival(mutant: Mutant): string | undefined {
  return reviewedSurvivors.find(
    ({ file, functionName, description, from }) =>
      mutant.file === file &&
      mutant.functionName === functionName &&
      mutant.description === description &&
      mutant.from.startsWith(from),
  )?.reason;
}
