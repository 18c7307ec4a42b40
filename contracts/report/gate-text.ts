/** The result of the gate for a person: findings of every stage, then the verdict and where the reports are. */

import { visible } from '../../text.ts';
import { demandLines } from './demand-text.ts';
import { findingBlocks } from './finding-blocks.ts';
import type { Report, StageReport } from './report.ts';
import type { Style } from './style.ts';

/** All of it, the verdict and the files last. */
export function gateText(report: Report, outDir: string, style: Style): string {
  const notes = report.stages.flatMap((stage) => fewNotes(stage.notes));
  const { verdict, contract, target } = report;
  const paint = verdict.kind === 'conforms' ? style.green : style.red;
  return [
    ...report.stages.flatMap((stage) => findingBlocks(stage.findings, style)),
    ...notes.map((note) => style.dim(`note: ${visible(note)}`)),
    ...report.stages.flatMap(({ coverage }) => (coverage === undefined ? [] : demandLines(coverage, style))),
    `${paint(style.bold(verdict.sentence))}  ${target} against ${contract.title} ${contract.version}`,
    `reports: ${outDir}/report.json, ${outDir}/junit.xml`,
  ].join('\n');
}

/** Of one stage. */
const MOST_NOTES = 20;

/** A pact may have hundreds of interactions that one missing state keeps from being judged. */
function fewNotes(notes: readonly string[]): readonly string[] {
  if (notes.length <= MOST_NOTES) return notes;
  return [...notes.slice(0, MOST_NOTES), `and ${notes.length - MOST_NOTES} more notes in the JSON report`];
}

/** `passed  conformance  187 cases, 190 requests, 0 faults (0.4 s)` */
export function stageLine({ name, status, summary, ms }: StageReport, style: Style): string {
  const paint = { passed: style.green, failed: style.red, 'not run': style.red, 'not applicable': style.dim }[
    status
  ];
  return `${paint(status.padEnd(14))}  ${name.padEnd(15)}  ${visible(summary)} ${style.dim(`(${(ms / 1000).toFixed(1)} s)`)}`;
}
