/** Suites and test cases as elements, in the order and with the attributes that the schemas require. */
import { sanitizeLines } from '../../../sanitize.ts';
import { type Report, targetText } from '../../report/report.ts';
import type { TestOutcome } from './test-outcome.ts';

/** The content of a `testsuite` element. */
export interface JUnitTestSuite {
  readonly name: string;
  readonly ms: number;
  readonly cases: readonly JUnitTestCase[];
  /** What is reported in the output, and fails nothing. */
  readonly notes: readonly string[];
}

export interface JUnitTestCase {
  readonly classname: string;
  readonly name: string;
  readonly outcome: TestOutcome;
}

interface SuiteContext {
  readonly report: Report;
  readonly index: number;
  /** The maximum length of the text of each failure, in characters. */
  readonly maxFailureLength: number;
}

/** One `testsuite` element. */
export function suiteElement(
  { name, ms, cases, notes }: JUnitTestSuite,
  { report, index, maxFailureLength }: SuiteContext,
): string {
  const countOutcomes = (kind: TestOutcome['kind']) => cases.filter(({ outcome }) => outcome.kind === kind).length;
  const attributes = {
    name,
    package: 'plant-store',
    id: index,
    // The real host name would make two runs differ, and reveal where they ran.
    hostname: 'localhost',
    // The schema of Ant allows neither a time zone nor fractions; the time is UTC.
    timestamp: report.startedAt.slice(0, 'yyyy-mm-ddThh:mm:ss'.length),
    tests: cases.length,
    failures: countOutcomes('failure'),
    errors: countOutcomes('error'),
    skipped: countOutcomes('skipped'),
    time: formatSeconds(ms),
  };
  return xmlElement('testsuite', attributes, [
    xmlElement('properties', {}, suiteProperties(report)),
    ...cases.map((one) => caseElement(one, { time: cases.length === 1 ? ms : 0, maxFailureLength })),
    xmlElement('system-out', {}, truncate(notes.join('\n').trimStart(), MAX_OUTPUT_LENGTH)),
    xmlElement('system-err', {}),
  ]);
}

function suiteProperties(report: Report): readonly string[] {
  const { kit, contract, strict, stages, shard } = report;
  const seed = stages.find(({ run }) => run !== undefined)?.run?.seed;
  const properties = {
    'kit.version': kit.version,
    'contract.file': contract.file,
    'contract.sha256': contract.sha256,
    target: targetText(report),
    strict: String(strict),
    ...(seed === undefined ? {} : { seed: String(seed) }),
    ...(shard === undefined ? {} : { shard: `${shard.index}/${shard.of}` }),
  };
  return Object.entries(properties).map(([name, value]) => xmlElement('property', { name, value }));
}

/** In a stage with several test cases the duration of each is unknown, since their requests are interleaved. */
function caseElement({ classname, name, outcome }: JUnitTestCase, { time, maxFailureLength }: CaseLimits): string {
  const attributes = { classname, name, time: formatSeconds(time) };
  if (outcome.kind === 'passed') return xmlElement('testcase', attributes);
  const { kind, message, ...rest } = outcome;
  const type = 'type' in rest ? { type: rest.type } : {};
  const text = 'text' in rest ? truncate(rest.text, maxFailureLength) : '';
  const inner = xmlElement(kind, { ...type, message: truncate(message, MAX_MESSAGE_LENGTH) }, text);
  return xmlElement('testcase', attributes, [inner]);
}

interface CaseLimits {
  readonly time: number;
  readonly maxFailureLength: number;
}

function formatSeconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

const MAX_MESSAGE_LENGTH = 1000;

const MAX_OUTPUT_LENGTH = 200_000;

const MAX_FAILURE_LENGTH = 20_000;

const MAX_TOTAL_FAILURE_LENGTH = 8_000_000;

/** GitLab accepts files up to 30 MB and texts up to 10 MB, and Jenkins holds them in memory. */
export function maxFailureLengthFor(suites: readonly JUnitTestSuite[]): number {
  const failures = suites.flatMap(({ cases }) => cases).filter(({ outcome }) => outcome.kind === 'failure');
  return Math.min(MAX_FAILURE_LENGTH, Math.floor(MAX_TOTAL_FAILURE_LENGTH / Math.max(1, failures.length)));
}

/** Cut to `maxLength` characters. */
export function truncate(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}... (the JSON report has the whole text)` : text;
}

/** One element with a text, or with child elements. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: string | readonly string[] = [],
): string {
  const attributeText = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`);
  const inner = typeof content === 'string' ? escapeText(content) : content.map(childOnOwnLine).join('');
  return inner === '' ? `<${name}${attributeText.join('')}/>` : `<${name}${attributeText.join('')}>${inner}</${name}>`;
}

/** Each child on a separate line; the lines of a text stay as they are. */
function childOnOwnLine(child: string, index: number): string {
  return `${index === 0 ? '\n' : ''}${child}\n`;
}

/**
 * XML 1.0 allows neither most control characters, even as references, nor lone surrogates: they are replaced by their
 * codes, like all other invisible characters. CI servers show these texts, print them in logs, and attach files that
 * they name.
 */
function escapeText(value: string): string {
  return value
    .split('\t')
    .map(sanitizeLines)
    .join('\t')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
