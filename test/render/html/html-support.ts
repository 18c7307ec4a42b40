/** Reports with all that there is to show, and a browser that shows them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { createCoverage } from '../../../contracts/conformance/coverage/index.ts';
import { htmlReport } from '../../../contracts/render/html/html-report.ts';
import type { Report } from '../../../contracts/report/report.ts';
import type { AppliedWaiver, ReportedFinding } from '../../../contracts/report/stage-report.ts';
import { computeVerdict } from '../../../contracts/verdict/verdict.ts';
import { plantStoreContract } from '../../conformance/support.ts';
import { type Browser, startBrowser, type WatchedPage } from '../../mock/console/browser.ts';
import { evidence, findingWith, reportWith, runOf, stageWith } from '../../report/support.ts';

const echo = findingWith({
  check: 'created-is-echoed',
  title: 'The response differs from the request',
  expected: 'body.name: string "Boston fern", as sent',
  received: 'string "boston fern"',
  responsePart: { in: 'body', path: ['name'], from: 0 },
  fingerprint: 'created-is-echoed|name',
  evidence: {
    ...evidence,
    category: 'text-values',
    mutation: 'nothing is changed',
    request: { ...evidence.request, body: '{"name":"Boston fern","tag":"fern","id":9007199254740993}' },
    response: {
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: '{"name":"boston fern","tag":"fern"}',
      mark: { start: 9, end: 20 },
    },
  },
  brokenPacts: [
    {
      consumer: 'web-shop',
      interaction: 'a request to create a plant',
      messages: ['body $.name: received "boston fern"; the pact expects "Boston fern"'],
      place: { file: 'pacts/web-shop.json', pointer: '/interactions/0', line: 6 },
    },
  ],
});

const conformance = stageWith({
  status: 'failed',
  findings: [
    findingWith({ evidence, similarCount: 2, similar: ['createPlant/random/wrong/1/39'] }),
    echo,
    findingWith({
      check: 'charset-is-utf-8',
      title: 'Another charset',
      severity: 'warning',
      fingerprint: 'c',
    }),
    findingWith({ check: 'no-redirect', title: 'A redirect', fingerprint: 'w' }),
  ],
  notes: ['the contract does not specify how credentials are rejected'],
  coverage: createCoverage(plantStoreContract).read(),
  run: {
    seed: 1,
    cases: 52,
    requests: 60,
    selectedCategories: [],
    randomCases: 100,
    rows: [
      { operation: 'createPlant', category: 'text-values', cases: 40, errors: 4, warnings: 1 },
      { operation: 'createPlant', category: 'wrong-types', cases: 12, errors: 0, warnings: 0 },
    ],
    unchecked: [],
    contractGaps: [],
    deletedRecords: [],
  },
});

const pact = stageWith({
  name: 'provider check',
  status: 'not run',
  summary: 'the verifier did not start',
  findings: [findingWith({ ...echo, fingerprint: 'pact|name', duplicateOf: echo.fingerprint })],
  unattempted: ['a request to create a plant: its state is not known'],
  engine: { name: 'pact verifier', output: 'Verifying a pact\n' },
});

/** A fault of each kind, advice, one that is waived, one of the same cause, a stage that did not run. */
export const fullReport: Report = waivedIn(reportWith([pact, conformance]), 'no-redirect', {
  reason: 'until the gateway is gone',
  expires: '2027-01-31',
});

function waivedIn(report: Report, check: string, waived: AppliedWaiver): Report {
  const waive = (one: ReportedFinding) => (one.check === check ? { ...one, waived } : one);
  const waivers = [{ id: 'x', ...waived, place: findingWith().place, lineText: 'id: x', state: 'used' as const }];
  const stages = report.stages.map((stage) => ({ ...stage, findings: stage.findings.map(waive) }));
  const findings = stages.flatMap((stage) => stage.findings);
  return {
    ...report,
    stages,
    waivers,
    verdict: computeVerdict({ findings, strict: false, unattempted: [] }),
  };
}

/** Of no keyword, which would be the cause of several findings. */
const ofNoKeyword = { ...findingWith().place, pointer: '/paths/~1plants/post' };

/** Of one check, so many, all different. */
export function manyFindings(number: number): Report {
  const findings = [...Array(number).keys()].map((at) =>
    findingWith({
      evidence: { ...evidence, mutation: `body.id is ${at}` },
      fingerprint: `f${at}`,
      place: ofNoKeyword,
      severity: at % 2 === 0 ? 'error' : 'warning',
      subject: at % 3 === 0 ? 'listPlants' : 'createPlant',
    }),
  );
  return reportWith([stageWith({ findings })]);
}

/** Of six operations and so many families, with many cases in each. */
export function wideReport(categories: number): Report {
  const rows = [...Array(6 * categories).keys()].map((at) => ({
    operation: `operation-with-a-long-name-${at % 6}`,
    category: `family-of-cases-${Math.floor(at / 6)}`,
    cases: 1_200,
    errors: 345,
    warnings: 0,
  }));
  const run = {
    seed: 1,
    cases: 1,
    requests: 1,
    selectedCategories: [],
    randomCases: 1,
    rows,
    unchecked: [],
    contractGaps: [],
    deletedRecords: [],
  };
  return reportWith([stageWith({ run })]);
}

/** More than a page tells of: most of one check, the last few of another, which only a second operation has. */
export function tooManyFindings(): Report {
  const findings = [...Array(3_200).keys()].map((at) => {
    const isRare = at >= 3_150;
    return findingWith({
      check: isRare ? 'no-redirect' : 'invalid-rejected',
      title: isRare ? 'A redirect' : 'An invalid request is accepted',
      subject: isRare ? 'listPlants' : 'createPlant',
      evidence: { ...evidence, mutation: `body.id is ${at}` },
      fingerprint: `f${at}`,
      place: ofNoKeyword,
    });
  });
  return reportWith([stageWith({ status: 'failed', findings })]);
}

/** Of 200 operations, with 60 causes of long texts, and much that was not checked. */
export function largeReport(): Report {
  const operations = [...Array(200).keys()].map((at) => `operation-with-a-long-name-${at}`);
  const categories = [...Array(33).keys()].map((at) => `category-${at}`);
  const rows = operations.flatMap((operation) =>
    categories.map((category) => ({ operation, category, cases: 40, errors: 3, warnings: 2 })),
  );
  const findings = operations.slice(0, 60).map((subject, at) =>
    findingWith({
      ...{ subject, check: `check-${at}`, title: `Something that is wrong in a long sentence, number ${at}` },
      ...{ fingerprint: `check-${at}`, similarCount: 200, similar: operations.slice(0, 5) },
      why: 'Clients that rely on it get wrong data. '.repeat(6),
      evidence: {
        ...evidence,
        request: { ...evidence.request, body: JSON.stringify(operations, null, 2) },
        response: { status: 400, headers: manyHeaders, body: '<p>at line</p>\n'.repeat(400) },
        curl: `curl -i -X POST "http://127.0.0.1:4010/plants" --data-binary '${'{"name":"fern"}'.repeat(200)}'`,
      },
    }),
  );
  const unattempted = operations.map((operation) => `${operation}: no valid request was accepted`);
  const unchecked = operations.map((operation) => ({ operation, reason: 'rejected', casesRun: 'some' as const }));
  const run = { ...runOf(), rows, unchecked };
  return reportWith([stageWith({ status: 'failed', findings, run, unattempted, notes: unattempted })]);
}

/** As many as frameworks and proxies add. */
const manyHeaders = [...Array(16).keys()].map((at) => [`X-Policy-${at}`, 'same-origin; report-only'] as const);

export interface ShownReport {
  readonly page: WatchedPage['page'];
  /** Its address, without what follows `#`. */
  readonly url: string;
  /** Until now: requests to anywhere, violations of the policy, errors in the console. */
  problems(): readonly string[];
}

/** Opens reports from the file system, as those who get one by mail do. */
export function useReports(): (report: Report, hash?: string) => Promise<ShownReport> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());
  return async (report, hash = '') => {
    if (browser === undefined) throw new Error('browser: expected to be started, got a call before');
    const url = writtenTo(report);
    const { page, problems } = await browser.open(`${url}${hash}`);
    // The file itself is the only thing that is asked for.
    return {
      page,
      url,
      problems: () => problems.filter((problem) => !problem.startsWith(`request to ${url}`)),
    };
  };
}

function writtenTo(report: Report): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'html-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'report.html');
  writeFileSync(file, htmlReport(report));
  return String(pathToFileURL(file));
}
