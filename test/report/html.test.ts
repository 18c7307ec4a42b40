import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Coverage } from '../../contracts/conformance/coverage.ts';
import { bodyMarkup } from '../../contracts/report/html/body.ts';
import { exactly, html } from '../../contracts/report/html/markup.ts';
import { htmlReport } from '../../contracts/report/html.ts';
import type { Report } from '../../contracts/report/report.ts';
import type { ConformanceRun } from '../../contracts/report/stage-report.ts';
import { fullReport, manyFindings } from './html-support.ts';
import { evidence, findingWith, reportWith, stageWith } from './support.ts';

const folder = path.resolve(import.meta.dirname, '../../contracts/report/html');
const templates = readdirSync(folder).filter((name) => name.endsWith('.ts'));
const client = path.join(folder, 'client');
const assets = readdirSync(client).filter((name) => /\.(?:js|css)$/.test(name));

/** Without tags, white space as one space. */
function words(page: string): string {
  return page
    .replace(/<(style|script)>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');
}

function attributeOf(page: string, pattern: RegExp): string {
  return (pattern.exec(page)?.[1] ?? '').replaceAll('&#39;', "'");
}

describe('the page', () => {
  test('is the same for the same report', () => {
    expect(htmlReport(structuredClone(fullReport))).toBe(htmlReport(fullReport));
  });

  test('weighs less than 60 kB without findings', () => {
    expect(Buffer.byteLength(htmlReport(reportWith([stageWith()])))).toBeLessThan(60_000);
  });

  test('runs and styles only what its policy knows by hash', () => {
    const page = htmlReport(fullReport);
    const policy = attributeOf(page, /Content-Security-Policy" content="([^"]*)"/);
    const hashOf = (tag: string) => {
      const text = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(page)?.[1] ?? '';
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    };
    expect(policy).toBe(
      `default-src 'none'; style-src ${hashOf('style')}; script-src ${hashOf('script')}; img-src data:; base-uri 'none'; form-action 'none'`,
    );
    expect(page.match(/<(?:script|style|link|img|iframe|object)\b/g)).toEqual(['<link', '<style', '<script']);
  });

  test.each(assets)('has no end tag in %s, and no address', (name) => {
    const text = readFileSync(path.join(client, name), 'utf8');
    expect(text).not.toMatch(/<\/|https?:|url\(|@import|innerHTML|outerHTML|insertAdjacentHTML|\beval\b/);
  });

  test.each(templates)('puts values between tags or in double quotes: %s', (name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    expect(text).not.toMatch(/=\$\{[^}]*\}[\s>]|='\$\{|<\$\{|\son\w+="|style="|javascript:/);
  });
});

test('a comparison of two versions is told as one, and names no command that it does not have', () => {
  const changes = stageWith({ name: 'breaking changes', status: 'failed', findings: [findingWith()] });
  const page = words(
    htmlReport({ ...reportWith([changes]), target: 'old.yaml -> new.yaml', targetKind: 'files' }),
  );
  expect(page).toMatch(/compared two versions of the contract .*: old\.yaml -&gt; new\.yaml/);
  expect(page).toContain('Clients that rely on the old one can meet errors');
  expect(page).not.toMatch(/has a command|tests HTTP services/);
});

describe('what is put into a template is text', () => {
  test.each([
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['</script>', '&lt;/script&gt;'],
    [`"'\`&`, '&quot;&#39;&#96;&amp;'],
    ['\u202egnp.exe', '\\u202egnp.exe'],
    ['a\u0000b\u001bc\r', 'a\\u0000b\\u001bc\\u000d'],
    ['a\u2028b\ufeffc', 'a\\u2028b\\ufeffc'],
    ['half \ud83c of 🌹', 'half \\ud83c of 🌹'],
    ['\u{e0041}', '\\udb40\\udc41'],
    ['line\nline', 'line\nline'],
  ])('%j', (text, shown) => {
    expect(html`${text}`.markup).toBe(shown);
    expect(html`<a title="${text}">`.markup).toBe(`<a title="${shown}">`);
  });

  test('and kept exactly for the clipboard where it is shown by codes', () => {
    expect(exactly('plain 🌹\nline')).toBeUndefined();
    expect(JSON.parse(exactly('a\u202eb\ud800"') ?? '')).toBe('a\u202eb\ud800"');
  });
});

describe('a body', () => {
  test.each([
    ['{"a":[1,{}],"b":"x,y"}', undefined, '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": "x,y"\n}'],
    ['{"id":9007199254740993,"n":1.0}', undefined, '{\n  "id": 9007199254740993,\n  "n": 1.0\n}'],
    ['{"a":"bc"}', { start: 6, end: 8 }, '{\n  "a": "<mark>bc</mark>"\n}'],
    ['{ "a" : [1, 2] }', { start: 8, end: 14 }, '{\n  "a": <mark>[\n    1,\n    2\n  ]</mark>\n}'],
    ['{"a":1}', { start: 6, end: 7 }, '{\n  "a": 1\n<mark>}</mark>'],
    ['{"a":1', { start: 5, end: 6 }, '{"a":<mark>1</mark>'],
    ['not found', { start: 0, end: 3 }, '<mark>not</mark> found'],
    ['', { start: 0, end: 1 }, ''],
  ])('%s', (text, mark, expected) => {
    expect(bodyMarkup(text, mark).markup.replaceAll('&quot;', '"')).toBe(expected);
  });
});

describe('the verdict is told to a reader who knows nothing of the kit', () => {
  const told = (changes: Partial<Report> = {}) =>
    words(htmlReport({ ...reportWith([stageWith()]), ...changes }));

  test('conforms', () => {
    expect(told()).toContain('✓ Conforms to the contract no findings');
    expect(told()).toContain('nothing contradicts the contract');
  });

  test('breaks the contract, and what to do', () => {
    const page = words(htmlReport(fullReport));
    expect(page).toMatch(/✗ Breaks the contract 2 faults, 1 advice/);
    expect(page).toContain('What to do: mend what is listed below.');
    expect(page).toContain('plant-store gate http://127.0.0.1:4010 --spec');
  });

  test('could not judge, which is no pass, and what is missing', () => {
    const unattempted = ['createPlant: it has no schema'];
    const page = words(htmlReport(reportWith([stageWith({ status: 'not run', unattempted })])));
    expect(page).toContain('? Could not judge createPlant: it has no schema');
    expect(page).toContain('This is not a pass.');
    expect(page).toContain('? Not judged: 1');
  });

  test('of a part of a run', () => {
    expect(told({ shard: { index: 2, of: 4 } })).toContain('part 2 of 4 of a run');
  });

  test('with the mode, the seed, the time and the hash of the contract in full', () => {
    const page = told({ strict: true });
    expect(page).toContain('strict: advice fails too');
    expect(page).toContain('--strict');
    expect(page.replaceAll(' ', '')).toContain(fullReport.contract.sha256);
  });
});

describe('the run', () => {
  const rowOf = (operation: string, faults: number) =>
    ({ operation, family: 'texts', cases: 1_200, faults, advice: 0 }) as const;
  const runOf = (changes: Partial<ConformanceRun>): ConformanceRun => ({
    ...{
      seed: 1,
      cases: 1,
      requests: 1,
      only: [],
      drawn: 100,
      rows: [],
      unjudged: [],
      gaps: [],
      removed: [],
    },
    ...changes,
  });

  test('shows every stage with a sign for its status', () => {
    const statuses = ['passed', 'failed', 'not run', 'not applicable'] as const;
    const page = words(
      htmlReport(reportWith(statuses.map((status) => stageWith({ status, name: `of ${status}` })))),
    );
    for (const shown of [
      '✓ passed of passed',
      '✗ failed of failed',
      '? not run of not run',
      '– not applicable of',
    ])
      expect(page.replace(/ +/g, ' ')).toContain(shown);
  });

  test('tells of few operations family by family, with what failed', () => {
    const page = words(
      htmlReport(reportWith([stageWith({ run: runOf({ rows: [rowOf('createPlant', 3)] }) })])),
    );
    expect(page).toContain('family createPlant texts ✗ 3/1,200 all ✗ 3/1,200');
  });

  test('tells of many operations those first that failed or were not judged', () => {
    const rows = [...Array(30).keys()].map((at) => rowOf(`op${at}`, at === 20 ? 3 : 0));
    const unjudged = [{ operation: 'op25', reason: 'no valid request', ran: 'none' as const }];
    const page = words(htmlReport(reportWith([stageWith({ run: runOf({ rows, unjudged }) })])));
    const table = page.slice(page.indexOf('operation all'));
    expect(table.match(/\bop\d+/g)?.slice(0, 3)).toEqual(['op20', 'op25', 'op0']);
    expect(table).toContain('op25 ? not judged');
  });

  test('says what of the contract was not tried and why, and what is never refused', () => {
    const { place } = findingWith();
    const item = { name: '404', place, seen: {}, missing: [{ side: 'seen', why: 'no case asks for it' }] };
    const coverage: Coverage = {
      operations: [
        {
          operation: 'createPlant',
          exchanges: 9,
          demands: { reject: { answered: 7, kept: 0 }, refuse: { answered: 2, kept: 2 } },
          groups: [{ kind: 'responses', items: [item, { ...item, name: '200', missing: [] }] }],
        },
      ],
    };
    const page = words(htmlReport(reportWith([stageWith({ coverage })])));
    expect(page).toContain(
      '– 1 of 2 9 answers judged , ✗ 0 of 7 invalid rejected , 2 of 2 unauthorised refused',
    );
    expect(page).toMatch(/responses 1 of 2 404 line 90 seen : no case asks for it/);
  });
});

describe('findings', () => {
  const page = words(htmlReport(fullReport));

  test('come by severity, waived ones apart', () => {
    const at = ['Faults: 2', 'Advice: 1', 'Waived: 1'].map((title) => page.indexOf(title));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(at).not.toContain(-1);
    expect(page).toContain('until the gateway is gone (until 2027-01-31)');
  });

  test('show what was sent against what came back, by property', () => {
    expect(page).toMatch(/name " B oston fern" " b oston fern" ≠ changed/);
    expect(page).toMatch(/tag "fern" "fern" = same/);
    expect(page).toMatch(/id 9007199254740993 nothing − not there/);
  });

  test('of one cause are told once, with the others below', () => {
    expect(page).toContain('provider check: nothing is changed');
    expect(page).toContain('not counted again');
    expect(page.match(/Faults: \d+/)?.[0]).toBe('Faults: 2');
  });

  test('name the consumers that break', () => {
    expect(page).toContain('web-shop : a request to create a plant');
  });

  test('of two places show both', () => {
    const place = { file: 'old.yaml', line: 3, pointer: '/paths' };
    const report = reportWith([
      stageWith({ findings: [findingWith({ otherPlace: place, otherLine: 'type: string' })] }),
    ]);
    expect(words(htmlReport(report))).toMatch(/90 type: integer.*and old\.yaml:3 \/paths 3 type: string/);
  });

  test('whose answer never came say what happened', () => {
    const finding = findingWith({
      evidence: { ...evidence, answer: undefined },
      received: 'no answer in 10 s',
    });
    expect(words(htmlReport(reportWith([stageWith({ findings: [finding] })])))).toContain(
      'Answer no answer in 10 s',
    );
  });

  test('of a cause that is not in the report are told apart', () => {
    const finding = findingWith({ sameAs: 'gone' });
    expect(words(htmlReport(reportWith([stageWith({ findings: [finding] })])))).toContain(
      'Told elsewhere: 1',
    );
  });

  test('that point at each other are told apart too', () => {
    const findings = [
      findingWith({ fingerprint: 'a', sameAs: 'b' }),
      findingWith({ fingerprint: 'b', sameAs: 'a' }),
    ];
    expect(words(htmlReport(reportWith([stageWith({ findings })])))).toContain('Told elsewhere: 2');
  });

  test('of the same id have addresses of their own', () => {
    const [stage] = manyFindings(1).stages;
    const twice = htmlReport({ ...fullReport, stages: stage === undefined ? [] : [stage, stage] });
    const ids = [...twice.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
