/** Compares our verdict on each pair of documents in oasdiff's tests with what they expect. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { KitError } from '../../../../errors.ts';
import { diffContracts } from '../../../../spec/diff/diff-contracts.ts';
import type { Change, Impact } from '../../../../spec/diff/rules/change.ts';
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import { parseSource, toDocumentUrl } from '../../../../spec/source/read-source.ts';
import { worstReportedImpact } from '../reported-changes.ts';
import { applyGoEdits } from './go-edits.ts';
import { type GoTest, type PeerRule, readGoTests, readPeerRules, type SkippedTest } from './go-tests.ts';
import { parseSuiteDocument } from './parse-suite-document.ts';

export interface ComparedTest {
  readonly test: GoTest;
  readonly theirs: Impact;
  /** Undefined if we reject a document. */
  readonly ours: Impact | undefined;
  /** The rules that we report, or why a document is rejected. */
  readonly reported: readonly string[];
}

export interface OasdiffResults {
  readonly compared: readonly ComparedTest[];
  readonly skipped: readonly SkippedTest[];
  readonly rules: readonly PeerRule[];
}

/** `folder`: a clone of oasdiff. */
export async function compareWithOasdiff(folder: string): Promise<OasdiffResults> {
  const checkerFolder = path.join(folder, 'checker');
  const { tests, skipped } = readGoTests(checkerFolder);
  const compared: ComparedTest[] = [];
  const notRun: SkippedTest[] = [];
  for (const test of tests) {
    const result = await compareTest(test, checkerFolder);
    if ('reason' in result) notRun.push(result);
    else compared.push(result);
  }
  return { compared, skipped: [...skipped, ...notRun], rules: [...readPeerRules(checkerFolder).values()] };
}

async function compareTest(test: GoTest, checkerFolder: string): Promise<ComparedTest | SkippedTest> {
  const files = { s1: path.join(checkerFolder, test.before), s2: path.join(checkerFolder, test.after) };
  try {
    const documents = applyGoEdits(test.statements, { s1: readValue(files.s1), s2: readValue(files.s2) });
    if (documents === undefined) return { name: test.name, reason: 'its edits are not understood' };
    const theirs = worstReportedImpact(test.expected);
    const before = await parseSuiteDocument(files.s1, stringifyJson(documents.s1, 1));
    const after = await parseSuiteDocument(files.s2, stringifyJson(documents.s2, 1));
    const changes = diffContracts(before, after).filter(isAboutSamePart(test));
    const ours = worstReportedImpact(changes.map(({ rule }) => rule));
    return { test, theirs, ours, reported: changes.map(describeChange) };
  } catch (error) {
    if (!(error instanceof KitError)) return { name: test.name, reason: 'its edits are not understood' };
    return { test, theirs: worstReportedImpact(test.expected), ours: undefined, reported: [error.message] };
  }
}

/** Most tests run a single check, so changes of the other direction have no expectation. */
function isAboutSamePart({ expected }: GoTest): (change: Change) => boolean {
  const directions = new Set(expected.map(({ id }) => messageName(id)));
  const [only] = directions;
  return ({ rule }) => directions.size !== 1 || only === undefined || [only, undefined].includes(messageName(rule.id));
}

/** `request` for `new-optional-request-property` */
function messageName(id: string): string | undefined {
  return /request|response/.exec(id)?.[0];
}

function readValue(file: string): Json {
  return withoutLinks(parseSource(toDocumentUrl(file), readFileSync(file, 'utf8')).value);
}

/** Some of their documents have links to operations that do not exist, which we reject. */
function withoutLinks(value: Json): Json {
  if (isJsonArray(value)) return value.map(withoutLinks);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'links');
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutLinks(part)]));
}

function describeChange({ rule, at, was, is }: Change): string {
  return `${rule.impact} ${rule.id} ${at}: ${was} -> ${is}`;
}
