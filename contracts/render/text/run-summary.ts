/**
 * The result of a conformance run on one screen: the most important cause, the others in a line each, what was tested
 * and what is missing, the verdict.
 */
import { sanitizeLine } from '../../../sanitize.ts';
import { describeChosenSeverities } from '../../finding/chosen-severities.ts';
import { type Cause, findCauses } from '../../report/causes.ts';
import { describeHookEffects, describeHooks } from '../../report/hook-effects.ts';
import { describeProfile } from '../../report/profile.ts';
import type { Report } from '../../report/report.ts';
import { describeFewRequests, describeScope, type UncheckedOperation } from '../../report/stage-report.ts';
import { listNames, pluralize } from '../../report/text-format.ts';
import { conformanceText, verdictLine } from './conformance-text.ts';
import { endLines, waivedLines, waiverCounts } from './finding-blocks.ts';
import { findingText, shortFindingText } from './finding-text.ts';
import { supplyLines } from './supply-text.ts';
import {
  columnCount,
  countRows,
  firstLine,
  fitToWidth,
  limitLines,
  limitRows,
  padToWidth,
  type TextStyle,
} from './terminal.ts';

/** Rows and columns of the screen that the summary fits on. */
const [SCREEN_ROWS, SCREEN_WIDTH] = [40, 100];

/** Causes, including the one that is shown with its exchange. */
const MAX_CAUSES = 10;

const MAX_UNCHECKED = 5;

/** Lines of what was left out, deleted or waived, of each kind. */
const MAX_OTHERS = 2;

/** On one screen, or in full. */
export function resultText(report: Report, style: TextStyle, isVerbose: boolean): string {
  return isVerbose ? conformanceText(report, style) : runSummary(report, style);
}

/** The whole text, with the verdict last. */
export function runSummary(report: Report, style: TextStyle): string {
  const [first, ...others] = findCauses(report.stages.flatMap(({ findings }) => findings));
  const endText = endLines(report, style).join('\n').split('\n');
  const ended = endText[0] === '' ? [] : limitRows(endText, { rows: 5, width: SCREEN_WIDTH, more: '' });
  const lastLines = [
    ...otherCauseLines(others, style),
    ...testedLines(report, style),
    ...limitLines(
      describeChosenSeverities(report.severities).map((entry) => labelled(style.yellow('changed'), entry)),
      MAX_OTHERS,
      'severities',
    ),
    ...supplyLines(report, style),
    ...limitLines(waivedLines(report, style, SCREEN_WIDTH), MAX_OTHERS, 'waived findings'),
    ...waiverCounts(report, style).map(fitToScreen),
    `${style.dim('details')}  --verbose prints everything; --report html=report.html writes a page`,
    verdictLine(report, style),
  ];
  const rows = SCREEN_ROWS - countRows([...ended, ...lastLines], SCREEN_WIDTH);
  return [...ended, ...(first === undefined ? [] : firstCauseLines(first, rows, style)), ...lastLines].join('\n');
}

/** In full if there are enough rows, otherwise in short. */
function firstCauseLines(cause: Cause, rows: number, style: TextStyle): readonly string[] {
  const same = [...sameCauseLines(cause, style), ''];
  const lines = [findingText, shortFindingText].map((write) => [...write(cause.example, style).split('\n'), ...same]);
  const fitting = lines.find((one) => countRows(one, SCREEN_WIDTH) <= rows);
  if (fitting !== undefined) return fitting;
  const more = style.dim('  the rest of this finding: --verbose');
  const available = rows - countRows(same, SCREEN_WIDTH);
  const short = shortFindingText(cause.example, style).split('\n');
  return [...limitRows(short, { rows: available, width: SCREEN_WIDTH, more }), ...same];
}

function fitToScreen(line: string): string {
  return fitToWidth(line, SCREEN_WIDTH);
}

function sameCauseLines({ findings, subjects, description }: Cause, style: TextStyle): readonly string[] {
  if (findings.length === 1) return [];
  const elsewhere =
    subjects.length === 1 ? '' : `, in ${subjects.length} operations: ${subjects.map(sanitizeLine).join(', ')}`;
  const cause = description === undefined ? 'the same cause' : `the same cause, ${description},`;
  return [style.dim(fitToScreen(`  ${cause} in ${findings.length} findings${elsewhere}`))];
}

function otherCauseLines(causes: readonly Cause[], style: TextStyle): readonly string[] {
  if (causes.length === 0) return [];
  const shown = causes.slice(0, MAX_CAUSES - 1);
  const heads = shown.map(({ example }) => `${example.severity} ${sanitizeLine(example.check)}`);
  const width = Math.max(...heads.map(columnCount));
  const lines = shown.map((cause, index) => {
    const paint = cause.example.severity === 'error' ? style.red : style.yellow;
    return `  ${paint(padToWidth(heads[index] ?? '', width))}  ${fitToWidth(describeCause(cause), SCREEN_WIDTH - width - 4)}`;
  });
  const rest = causes.length - shown.length;
  return [
    style.bold(`${pluralize(causes.length, 'more cause')}:`),
    ...lines,
    ...(rest === 0 ? [] : [style.dim(`  and ${rest} more`)]),
    '',
  ];
}

/** `createOrder and 3 more, 12 findings: status 500; the body is empty` */
function describeCause({ example, findings, subjects, description }: Cause): string {
  const { subject, received, evidence } = example;
  const more = subjects.length === 1 ? '' : ` and ${subjects.length - 1} more`;
  const sent = evidence === undefined ? '' : `; ${evidence.mutation}`;
  const amount = findings.length === 1 ? '' : `, ${findings.length} findings`;
  return sanitizeLine(`${subject}${more}${amount}: ${description ?? `${received}${sent}`}`);
}

function testedLines({ contract, stages, hooks }: Report, style: TextStyle): readonly string[] {
  return stages.flatMap(({ run }) => {
    if (run === undefined) return [];
    const { notBuilt = [] } = run;
    const missing = new Set(notBuilt.map(({ operation }) => operation));
    const tried = new Set(run.rows.map(({ operation }) => operation)).difference(missing);
    const partly = new Set(run.unchecked.map(({ operation }) => operation)).intersection(tried);
    const ids = contract.operations.map(({ id }) => id);
    const usable = new Set(ids);
    const repaired = new Set((contract.repaired ?? []).flatMap(({ operation }) => operation ?? []));
    const disabled = repaired.difference(usable);
    const counts = [
      `${tried.size} of ${pluralize(contract.operations.length + disabled.size, 'operation')}`,
      ...(partly.size === 0 ? [] : [`${partly.size} of them in part`]),
    ];
    return [
      `${style.dim('tested')}   ${counts.join(', ')}`,
      ...(missing.size === 0 ? [] : [labelled(style.yellow('unbuilt'), notBuiltLine([...missing]))]),
      ...[...describeScope(run.scope, ids), ...describeHookEffects(run.hooks)].map((entry) =>
        labelled(style.yellow('omitted'), entry),
      ),
      ...limitLines(
        describeFewRequests(run).map((entry) => labelled(style.yellow('limited'), entry)),
        MAX_OTHERS,
        'operations',
      ),
      ...limitLines(
        run.deletedRecords.map((entry) => labelled(style.yellow('deleted'), entry)),
        MAX_OTHERS,
        'deletions',
      ),
      ...(run.ownRecords ?? [])
        .filter((entry) => entry.startsWith('not removed'))
        .map((entry) => labelled(style.yellow('records'), entry)),
      ...limitLines(uncheckedLines(run.unchecked, style), MAX_UNCHECKED, 'reasons'),
      ...silenceLine(run.contractGaps, style),
      labelled(style.dim('profile'), describeProfile(run)),
      ...(hooks === undefined ? [] : [`${style.dim('hooks')}    ${hooksText(hooks)}`]),
    ];
  });
}

/** In one row: reports have the whole text. */
function hooksText(hooks: NonNullable<Report['hooks']>): string {
  const { hookFile, names } = hooks;
  const short = hookFile && { ...hookFile, sha256: `${hookFile.sha256.slice(0, 12)}...` };
  const text = describeHooks({ names, ...(short && { hookFile: short }) });
  return fitToWidth(sanitizeLine(text.replace(/^hooks /, '')), SCREEN_WIDTH - LABEL_WIDTH);
}

/** `3 operations are not built yet: readUser, createUser, deleteUser` */
function notBuiltLine(operations: readonly string[]): string {
  const verb = operations.length === 1 ? 'is' : 'are';
  return `${pluralize(operations.length, 'operation')} ${verb} not built yet: ${listNames(operations)}`;
}

/** What the contract leaves undefined is one count, however often it is silent. */
function silenceLine({ length }: readonly string[], style: TextStyle): readonly string[] {
  if (length === 0) return [];
  return [`${style.dim('open')}     ${pluralize(length, 'thing')} that the contract leaves undefined, see --verbose`];
}

const LABEL_WIDTH = 9;

/** `label`: of seven characters, with its color. */
function labelled(label: string, text: string): string {
  return `${label}  ${fitToWidth(sanitizeLine(text), SCREEN_WIDTH - LABEL_WIDTH)}`;
}

/** One for each reason: a run that stops early has the same for all operations. */
function uncheckedLines(unchecked: readonly UncheckedOperation[], style: TextStyle): readonly string[] {
  return [...Map.groupBy(unchecked, ({ reason }) => reason)].map(([reason, group]) => {
    const [first = '', ...others] = new Set(group.map(({ operation }) => operation));
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    const cause = firstLine(reason).replace(/^(?:not tested|tested in part), because /, '');
    return labelled(style.yellow('missing'), `${first}${more}: ${cause}`);
  });
}
