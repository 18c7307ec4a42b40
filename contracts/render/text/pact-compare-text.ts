/** What a person reads of a comparison: errors and advice in full, what the contract is silent about in short. */
import { formatPlace } from '../../../spec/model/contract.ts';
import { visible } from '../../../text.ts';
import type { Severity } from '../../finding/finding.ts';
import { type CompareFinding, type CompareResult, compareFindings } from '../../pact/compare/findings.ts';
import type { Forgiven } from '../../report/report.ts';
import { count } from '../../report/words.ts';
import { findingBlocks } from './finding-blocks.ts';
import type { Style } from './terminal.ts';

/** A comparison, what of it is waived, and whether advice fails it too; `specFile` as the contract names it. */
export interface Compared {
  readonly result: CompareResult;
  readonly specFile: string;
  readonly strict: boolean;
  readonly forgiven: Forgiven;
}

export function compareText({ result, specFile, strict, forgiven }: Compared, style: Style): string {
  const { pactFile, consumer, interactions, findings } = result;
  const told = compareFindings(result);
  const counted = told.filter((finding) => forgiven(finding) === undefined);
  const of = (severity: Severity) => counted.filter((one) => one.severity === severity).length;
  const silent = findings.filter(({ severity }) => severity === 'silent');
  const ok = of('fault') === 0;
  const verdict =
    ok && !(strict && of('advice') > 0)
      ? style.green('compatible')
      : style.red(ok ? 'NOT COMPATIBLE (--strict)' : 'NOT COMPATIBLE');
  const waived = told.length - counted.length;
  const counts = `${count(of('fault'), 'error')}, ${of('advice')} advice${waived === 0 ? '' : `, ${waived} waived`}`;
  return [
    visible(`${pactFile} (${consumer}): ${count(interactions, 'interaction')} against ${specFile}`),
    '',
    ...findingBlocks(counted, style),
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
