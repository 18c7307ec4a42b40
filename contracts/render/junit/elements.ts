/** Suites and cases as elements, in the order and with the attributes that the schemas ask for. */
import { visibleLines } from '../../../text.ts';
import { type Report, targetOf } from '../../report/report.ts';
import type { TestOutcome } from './outcome.ts';

/** What becomes a `testsuite`. */
export interface TestSuite {
  readonly name: string;
  readonly ms: number;
  readonly cases: readonly TestCase[];
  /** What is told of it, and fails nothing. */
  readonly notes: readonly string[];
}

export interface TestCase {
  readonly classname: string;
  readonly name: string;
  readonly outcome: TestOutcome;
}

interface Around {
  readonly report: Report;
  readonly index: number;
  /** In characters, for the text of each failure. */
  readonly room: number;
}

/** One `testsuite`. */
export function suiteElement({ name, ms, cases, notes }: TestSuite, { report, index, room }: Around): string {
  const tally = (kind: TestOutcome['kind']) => cases.filter(({ outcome }) => outcome.kind === kind).length;
  const attributes = {
    name,
    package: 'plant-store',
    id: index,
    // That of the machine would make two runs differ, and tell where they were.
    hostname: 'localhost',
    // The schema of Ant takes neither a zone nor fractions; it is UTC.
    timestamp: report.startedAt.slice(0, 'yyyy-mm-ddThh:mm:ss'.length),
    tests: cases.length,
    failures: tally('failure'),
    errors: tally('error'),
    skipped: tally('skipped'),
    time: seconds(ms),
  };
  return element('testsuite', attributes, [
    element('properties', {}, propertiesOf(report)),
    ...cases.map((one) => caseElement(one, { time: cases.length === 1 ? ms : 0, room })),
    element('system-out', {}, cut(notes.join('\n').trimStart(), LONGEST_OUTPUT)),
    element('system-err', {}),
  ]);
}

function propertiesOf(report: Report): readonly string[] {
  const { kit, contract, strict, stages, shard } = report;
  const seed = stages.find(({ run }) => run !== undefined)?.run?.seed;
  const properties = {
    'kit.version': kit.version,
    'contract.file': contract.file,
    'contract.sha256': contract.sha256,
    target: targetOf(report),
    strict: String(strict),
    ...(seed === undefined ? {} : { seed: String(seed) }),
    ...(shard === undefined ? {} : { shard: `${shard.index}/${shard.of}` }),
  };
  return Object.entries(properties).map(([name, value]) => element('property', { name, value }));
}

/** How long a case took is not known where a stage has several: their requests are mixed. */
function caseElement({ classname, name, outcome }: TestCase, { time, room }: CaseRoom): string {
  const attributes = { classname, name, time: seconds(time) };
  if (outcome.kind === 'passed') return element('testcase', attributes);
  const { kind, message, ...rest } = outcome;
  const type = 'type' in rest ? { type: rest.type } : {};
  const text = 'text' in rest ? cut(rest.text, room) : '';
  const inner = element(kind, { ...type, message: cut(message, LONGEST_MESSAGE) }, text);
  return element('testcase', attributes, [inner]);
}

interface CaseRoom {
  readonly time: number;
  readonly room: number;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

const LONGEST_MESSAGE = 1000;

const LONGEST_OUTPUT = 200_000;

const LONGEST_FAILURE = 20_000;

const LONGEST_FAILURES = 8_000_000;

/** GitLab takes files of 30 MB and texts of 10 MB at the most, and Jenkins holds them in memory. */
export function roomForEach(suites: readonly TestSuite[]): number {
  const failures = suites.flatMap(({ cases }) => cases).filter(({ outcome }) => outcome.kind === 'failure');
  return Math.min(LONGEST_FAILURE, Math.floor(LONGEST_FAILURES / Math.max(1, failures.length)));
}

/** At most so long. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}... (all of it is in the JSON report)` : text;
}

/** One element; a text in it, or others, and of these those that there are. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: string | readonly string[] = [],
): string {
  const head = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(String(value))}"`);
  const inner = typeof content === 'string' ? text(content) : content.map(inside).join('');
  return inner === '' ? `<${name}${head.join('')}/>` : `<${name}${head.join('')}>${inner}</${name}>`;
}

/** Each on lines of its own; those of a text stay as they are. */
function inside(child: string, index: number): string {
  return `${index === 0 ? '\n' : ''}${child}\n`;
}

/**
 * XML 1.0 has no place for most control characters, even as references, nor for lone surrogates: they stand by their codes, with
 * all else that no eye sees. CI servers show these texts, print them in logs, and attach the files that some of them name.
 */
function text(value: string): string {
  return value
    .split('\t')
    .map(visibleLines)
    .join('\t')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function attribute(value: string): string {
  return text(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
