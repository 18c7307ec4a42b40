/** Compares our verdict on each pair of documents in the tests of openapi-diff (Java) with what they expect. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { KitError } from '../../../../errors.ts';
import { diffContracts } from '../../../../spec/diff/diff-contracts.ts';
import { parseSuiteDocument } from './parse-suite-document.ts';

/** They only distinguish breaking changes and others. */
export type PairVerdict = 'breaking' | 'compatible' | 'rejected';

export interface ComparedPair {
  /** `EnumBCTest.requestDecreased` */
  readonly name: string;
  readonly theirs: PairVerdict;
  readonly ours: PairVerdict;
  /** Our breaking changes, or why a document is rejected. */
  readonly reported: readonly string[];
}

/** `folder`: a clone of OpenAPITools/openapi-diff. */
export async function compareWithOpenapiDiff(folder: string): Promise<readonly ComparedPair[]> {
  const tests = path.join(folder, 'core/src/test');
  const files = readdirSync(path.join(tests, 'java'), { recursive: true, encoding: 'utf8' });
  const compared: ComparedPair[] = [];
  for (const file of files.filter((name) => name.endsWith('Test.java')).toSorted()) {
    const text = readFileSync(path.join(tests, 'java', file), 'utf8');
    for (const pair of readPairs(text))
      compared.push(await comparePair(pair, path.basename(file, '.java'), path.join(tests, 'resources')));
  }
  return compared;
}

interface ExpectedPair {
  readonly test: string;
  readonly before: string;
  readonly after: string;
  readonly theirs: PairVerdict;
}

const assertions: Readonly<Record<string, PairVerdict>> = {
  assertOpenApiAreEquals: 'compatible',
  assertOpenApiBackwardCompatible: 'compatible',
  assertSpecUnchanged: 'compatible',
  assertSpecChangedButCompatible: 'compatible',
  assertOpenApiBackwardIncompatible: 'breaking',
  assertSpecIncompatible: 'breaking',
};

function readPairs(text: string): readonly ExpectedPair[] {
  const constants = new Map(
    [...text.matchAll(/String (\w+)\s*=\s*"([^"]+)"/g)].map(([, name = '', value = '']) => [name, value] as const),
  );
  const methods = [...text.matchAll(/void (\w+)\(\)[^{]*\{(.*?)\n {2}\}/gs)];
  return methods.flatMap(([, test = '', body = '']) =>
    [...body.matchAll(/(assert\w+)\(\s*("[^"]+"|\w+),\s*("[^"]+"|\w+)/g)].flatMap(
      ([, assertion = '', one = '', other = '']) => {
        const theirs = assertions[assertion];
        const [before, after] = [one, other].map((name) => constants.get(name) ?? /^"(.*)"$/.exec(name)?.[1]);
        return theirs === undefined || before === undefined || after === undefined
          ? []
          : [{ test, before, after, theirs }];
      },
    ),
  );
}

async function comparePair(pair: ExpectedPair, className: string, resources: string): Promise<ComparedPair> {
  const { test, theirs } = pair;
  const name = `${className}.${test}`;
  try {
    const before = await readDocument(pair.before, resources);
    const after = await readDocument(pair.after, resources);
    const breaking = diffContracts(before, after).filter(({ rule }) => rule.impact === 'breaking');
    const reported = breaking.map(({ rule, at, was, is }) => `${rule.id} ${at}: ${was} -> ${is}`);
    return { name, theirs, ours: breaking.length > 0 ? 'breaking' : 'compatible', reported };
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    return { name, theirs, ours: 'rejected', reported: [error.message] };
  }
}

function readDocument(name: string, resources: string) {
  const file = path.join(resources, name);
  if (!existsSync(file)) throw new KitError('spec-unreadable', `${name}: no such file`);
  return parseSuiteDocument(file, readFileSync(file, 'utf8'));
}
