/** A certificate in words. */
import type { Report } from '../report/report.ts';
import { count } from '../report/words.ts';

export interface StatementInput extends Pick<Report, 'contract' | 'stages' | 'target' | 'targetKind'> {
  readonly advice: number;
  readonly waived: number;
}

/** What keeps it from being more than it is comes first. */
export function statementOf({
  contract,
  stages,
  target,
  targetKind,
  advice,
  waived,
}: StatementInput): string {
  const { unsupported = [] } = contract;
  const passed = stages.filter(({ status }) => status === 'passed').map(({ name }) => name);
  const exception = waived === 0 ? '' : `, but for ${count(waived, 'known finding')} that the waivers name`;
  return [
    ...(targetKind === 'fake store' ? [ofTheFakeStore] : []),
    ...(isOfParts(target) ? ['Each of these was judged in part, all of them together in full.'] : []),
    `${target} keeps the contract ${contract.title} ${contract.version}${exception}, as far as this kit can see from outside.`,
    `Of ${count(contract.operations.length, 'operation')} every family of cases that applies was tried, and every required row passed: ${passed.join(', ')}.`,
    ...(unsupported.length > 0
      ? [
          `Not judged, since this kit does not act upon it: ${count(unsupported.length, 'place')} of the document, which the report lists.`,
        ]
      : []),
    ...(advice > 0 ? [`Advice that fails nothing: ${advice}.`] : []),
  ].join(' ');
}

/** Shards of a run may have gone to several addresses. */
function isOfParts(target: string): boolean {
  return target.includes(', ');
}

export const ofTheFakeStore =
  "The target is the kit's own fake store: this says nothing of any implementation.";

export const SIGNATURE =
  'none: the digest shows a change by accident, not who issued this; to prove that, sign the file, such as with cosign sign-blob, minisign or a GitHub artifact attestation';
