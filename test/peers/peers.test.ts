/** The page on other tools names only tests, checks and rules that exist, with an expectation that fits the check. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkCatalog } from '../../contracts/catalog/check-catalog.ts';
import { testCategories } from '../../contracts/conformance/test-categories.ts';
import { lintContract } from '../../contracts/lint/lint.ts';
import { loadInlineContract } from '../../spec/loading/spec-source.ts';
import { missingTests } from '../evals/peers/missing-tests.ts';
import { countsOf, pageFile, pageText, testsOf } from '../evals/peers/page.ts';
import type { Covered, Peer, PeerTest } from '../evals/peers/peer.ts';
import { peers } from '../evals/peers/peers.ts';
import { planOrderCases } from '../evals/peers/planned-cases.ts';

/** The numbers of tests in the catalogues of these commits. */
const catalogueSizes: Readonly<Record<string, number>> = { CATS: 225, RESTler: 9, Schemathesis: 14, EvoMaster: 38 };

const planned = await planOrderCases();
const all = peers.flatMap(testsOf);
const covered = all.flatMap(({ name, verdict }) => (verdict.kind === 'covered' ? [{ name, verdict }] : []));

it('is up to date (npm run peers -- --write)', () => {
  expect(readFileSync(pageFile, 'utf8')).toBe(pageText());
});

describe.for(peers.map((peer) => [peer.name, peer] as const))('%s', ([, peer]) => {
  const tests = testsOf(peer);

  it('has each test of the catalogue once', () => {
    const names = tests.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names).toHaveLength(catalogueSizes[peer.name] ?? 0);
  });

  it('has a purpose and a verdict with its proof for each test', () => {
    expect(tests.filter((test) => !isComplete(test)).map(({ name }) => name)).toEqual([]);
  });

  it('names its version, commit and licence', () => {
    expect(peer).toMatchObject({
      url: expect.stringMatching(/^https:\/\/github\.com\//),
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    } satisfies Partial<Record<keyof Peer, unknown>>);
    expect([peer.version, peer.licence, peer.source].filter((text) => text === '')).toEqual([]);
  });

  it('is counted on the page', () => {
    const [size, ...verdicts] = countsOf(tests).map(Number);
    expect(verdicts.reduce((sum, count) => sum + count, 0)).toBe(size);
    expect(pageText()).toContain(`| ${peer.licence} | ${[size, ...verdicts].join(' | ')} |`);
  });
});

function isComplete({ purpose, verdict }: PeerTest): boolean {
  if (purpose === '') return false;
  if (verdict.kind === 'not adopted') return verdict.example !== '';
  if (verdict.kind === 'missing') return Object.hasOwn(missingTests, verdict.test);
  const { checks, where } = verdict;
  return checks.length > 0 && (where.kind !== 'cases' || where.cases.length > 0);
}

it('names each missing test as a verdict', () => {
  const named = new Set(all.flatMap(({ verdict }) => (verdict.kind === 'missing' ? [verdict.test] : [])));
  expect(Object.keys(missingTests).filter((name) => !new Set<string>(named).has(name))).toEqual([]);
});

describe('a covered test', () => {
  it('names checks of the stage that reports it', () => {
    const stages = { cases: 'conformance', 'every response': 'conformance', lint: 'contract lint' } as const;
    const unknown = covered.flatMap(({ name, verdict: { checks, where } }) => {
      if (where.kind === 'start') return [];
      const known = checkCatalog.filter(({ stage }) => stage === stages[where.kind]).map(({ id }) => id);
      return checks.filter((id) => !known.includes(id)).map((id) => `${name}: ${id}`);
    });
    expect(unknown).toEqual([]);
  });

  it('names cases that the verifier generates, of a test category', () => {
    const categories = testCategories.map(({ name }) => name);
    const unknown = covered.flatMap(({ name, verdict }) =>
      caseIds(verdict)
        .filter((id) => !planned.has(id) || !categories.includes(id.split('/')[1] ?? ''))
        .map((id) => `${name}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });

  it('names cases with the expectation that its checks require', () => {
    expect(covered.flatMap(({ name, verdict }) => mismatches(verdict).map((check) => `${name}: ${check}`))).toEqual([]);
  });

  it('names the lint rules that report a document with what the linters look for', async () => {
    const body = (schema: object) => ({ content: { 'application/json': { schema } } });
    const contract = await loadPaths({
      '/orders': {
        get: { requestBody: body({ type: 'object' }), responses: { 200: { description: 'no body' } } },
        put: {
          requestBody: body({ type: 'object', properties: { note: { type: 'string' }, tags: { type: 'array' } } }),
          responses: { 200: { description: 'any', ...body({ type: 'object' }) }, 404: { description: 'none' } },
        },
      },
    });
    const reported = lintContract(contract).map(({ check }) => check);
    const named = covered.flatMap(({ verdict }) => (verdict.where.kind === 'lint' ? verdict.checks : []));
    expect(named.filter((rule) => !reported.includes(rule))).toEqual([]);
  });

  it.each([
    ['an unknown status', { responses: { 999: { description: 'odd' } } }],
    ['an unknown security scheme', { security: [{ nowhere: [] }], responses: { 200: { description: 'ok' } } }],
  ])('stops the start with %s', async (_name, operation) => {
    await expect(loadPaths({ '/orders': { get: operation } })).rejects.toMatchObject({ code: 'spec-invalid' });
  });

  it('stops the start with an operation id that is used twice', async () => {
    const operation = { operationId: 'same', responses: { 200: { description: 'ok' } } };
    const paths = { '/orders': { get: operation, post: operation } };
    await expect(loadPaths(paths)).rejects.toMatchObject({ code: 'spec-invalid' });
  });
});

function caseIds({ where }: Covered): readonly string[] {
  return where.kind === 'cases' ? where.cases : [];
}

/** The expectation that a case has if the check applies to it. */
const expectations = {
  'invalid-rejected': 'reject',
  'unauthorized-rejected': 'deny',
  'valid-accepted': 'accept',
} as const;

/** Checks without a case that they apply to, and those that a case requires in addition. */
function mismatches(verdict: Covered): readonly string[] {
  const found = new Set(caseIds(verdict).map((id) => planned.get(id)?.expectation));
  return Object.entries(expectations)
    .filter(([check, expectation]) => {
      const isNamed = verdict.checks.includes(check);
      // Many checks apply to responses to valid requests.
      return (
        verdict.where.kind === 'cases' &&
        (isNamed ? !found.has(expectation) : found.has(expectation) && expectation !== 'accept')
      );
    })
    .map(([check]) => check);
}

function loadPaths(paths: Readonly<Record<string, object>>) {
  return loadInlineContract({ openapi: '3.0.3', info: { title: 'Orders', version: '1' }, paths });
}
