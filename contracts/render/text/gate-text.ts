/** The result of the gate as text: findings of every stage, then a summary that fits on a screen. */
import { sanitizeLine } from '../../../sanitize.ts';
import type { Report } from '../../report/report.ts';
import { endLines, findingBlocks } from './finding-blocks.ts';
import { closingLines } from './gate-summary.ts';
import { isMinor } from './minor-warnings.ts';
import { fitToWidth, limitLines, MAX_LINE_WIDTH, type TextStyle } from './terminal.ts';

/** A report, and where its files are. */
export interface GateTextInput {
  readonly report: Report;
  readonly folder: string;
  /** The names of the report files; empty if they could not be written. */
  readonly files: readonly string[];
  /** `certificate: report/certificate.json`, or why there is none. */
  readonly certificate: string;
  /** The width of the terminal, in columns; by default `MAX_LINE_WIDTH`. */
  readonly width?: number;
  /** Whether to print the stages in any case: they were not printed during the run. */
  readonly hasStages?: boolean;
}

/** The whole text, with the verdict and the files last. */
export function gateText(
  { report, folder, files, certificate, width = MAX_LINE_WIDTH, hasStages = false }: GateTextInput,
  style: TextStyle,
): string {
  const blocks = report.stages.flatMap((stage) =>
    findingBlocks(
      stage.findings.filter((finding) => !isMinor(finding)),
      style,
    ),
  );
  const hasMinor = report.stages.some(({ findings }) => findings.some(isMinor));
  const notes = report.stages.flatMap((stage) => limitLines(stage.notes, MAX_NOTES, 'notes'));
  const places = [...(files.length === 0 ? [] : [`reports: ${folder}/ ${files.join(', ')}`]), certificate];
  const lastOutput = lastOutputLines(report);
  const showStages =
    hasStages || hasMinor || blocks.length > 0 || notes.length + lastOutput.length > MAX_NOTES_WITHOUT_STAGES;
  return [
    ...endLines(report, style),
    ...blocks,
    ...notes.map((note) => style.dim(`note: ${fitToWidth(sanitizeLine(note), MAX_LINE_WIDTH * 2)}`)),
    ...lastOutput.map((line) => style.dim(line)),
    ...(showStages ? [''] : []),
    ...closingLines({ report, places, width, showStages }, style),
  ].join('\n');
}

/** The last output of an implementation that died during the run: the most useful hint on what was not checked. */
function lastOutputLines({ stages, unattempted }: Report): readonly string[] {
  if (stages.every(({ run }) => run === undefined)) return [];
  return unattempted
    .filter((reason) => reason.includes('\n'))
    .flatMap((reason) =>
      reason.split('\n').map((line, at) => `${at === 0 ? 'note: ' : '      '}${sanitizeLine(line)}`),
    );
}

/** For one stage: a pact may have hundreds of interactions that one missing provider state keeps from being checked. */
const MAX_NOTES = 20;
/** With so few notes, the stage lines printed during the run are still visible. */
const MAX_NOTES_WITHOUT_STAGES = 5;
