/** The result of the gate for a person: findings of every stage, then a summary that fits a screen. */
import { visible } from '../../../text.ts';
import type { Report } from '../../report/report.ts';
import { findingBlocks } from './finding-blocks.ts';
import { closingLines } from './gate-summary.ts';
import { fewOf, fitted, type Style, WIDTH } from './terminal.ts';

/** A report, and where it can be read in full. */
export interface GateText {
  readonly report: Report;
  readonly folder: string;
  /** Names of the reports in it; none where they could not be written. */
  readonly files: readonly string[];
  /** `certificate: report/certificate.json`, or why there is none. */
  readonly certificate: string;
  /** Columns of the screen that it goes to; `WIDTH` unless told. */
  readonly width?: number;
}

/** All of it, the verdict and the files last. */
export function gateText(
  { report, folder, files, certificate, width = WIDTH }: GateText,
  style: Style,
): string {
  const blocks = report.stages.flatMap((stage) => findingBlocks(stage.findings, style));
  const notes = report.stages.flatMap((stage) => fewOf(stage.notes, MOST_NOTES, 'notes'));
  const places = [...(files.length === 0 ? [] : [`reports: ${folder}/ ${files.join(', ')}`]), certificate];
  const last = lastWords(report);
  const withStages = blocks.length > 0 || notes.length + last.length > FEW_NOTES;
  return [
    ...blocks,
    ...notes.map((note) => style.dim(`note: ${fitted(visible(note), WIDTH * 2)}`)),
    ...last.map((line) => style.dim(line)),
    ...(withStages ? [''] : []),
    ...closingLines({ report, places, width, withStages }, style),
  ].join('\n');
}

/** What an implementation that died in the run has said: of all that is open the line to go on from. */
function lastWords({ stages, unattempted }: Report): readonly string[] {
  if (stages.every(({ run }) => run === undefined)) return [];
  return unattempted
    .filter((what) => what.includes('\n'))
    .flatMap((what) =>
      what.split('\n').map((line, at) => `${at === 0 ? 'note: ' : '      '}${visible(line)}`),
    );
}

/** Of one stage: a pact may have hundreds of interactions that one missing state keeps from being judged. */
const MOST_NOTES = 20;
/** With so many the stages, told as they ended, are still in sight. */
const FEW_NOTES = 5;
