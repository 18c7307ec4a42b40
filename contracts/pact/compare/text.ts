/** What a person reads of a comparison: errors and advice in full, what the contract is silent about in short. */
import { formatPlace } from '../../../spec/contract.ts';
import { visible } from '../../../text.ts';
import { findingBlocks } from '../../report/finding-blocks.ts';
import type { Style } from '../../report/style.ts';
import { count } from '../../report/words.ts';
import type { CompareFinding, CompareResult } from './compare-finding.ts';
import { compareFindings } from './findings.ts';

/** A comparison, and whether advice fails it too; `specFile` as the contract names it. */
export interface Compared {
  readonly result: CompareResult;
  readonly specFile: string;
  readonly strict: boolean;
}

export function compareText({ result, specFile, strict }: Compared, style: Style): string {
  const { pactFile, consumer, interactions, findings, ok } = result;
  const of = (severity: CompareFinding['severity']) => findings.filter((one) => one.severity === severity);
  const silent = of('silent');
  const isPass = ok && !(strict && of('warning').length > 0);
  const verdict = isPass
    ? style.green('compatible')
    : style.red(ok ? 'NOT COMPATIBLE (--strict)' : 'NOT COMPATIBLE');
  const counts = `${count(of('error').length, 'error')}, ${of('warning').length} advice`;
  return [
    visible(`${pactFile} (${consumer}): ${count(interactions, 'interaction')} against ${specFile}`),
    '',
    ...findingBlocks(compareFindings(result), style),
    ...silentLines(silent, style),
    `${style.bold(verdict)}: ${counts}, ${silent.length} where the contract is silent`,
    '',
  ].join('\n');
}

const MOST_SILENT = 10;

function silentLines(silent: readonly CompareFinding[], style: Style): readonly string[] {
  if (silent.length === 0) return [];
  const rest = silent.length - MOST_SILENT;
  return [
    ...silent
      .slice(0, MOST_SILENT)
      .map(({ message, pactPlace, specPlace }) =>
        style.dim(visible(`silent: ${message} (${formatPlace(pactPlace)}, ${formatPlace(specPlace)})`)),
      ),
    ...(rest > 0 ? [style.dim(`silent: ${rest} more; --json tells them`)] : []),
    '',
  ];
}
