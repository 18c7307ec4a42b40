import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../contracts/finding/finding.ts';
import { bodyMarkup } from '../../../contracts/render/html/exchange.ts';
import { htmlReport } from '../../../contracts/render/html/html-report.ts';
import { exactJson, html } from '../../../contracts/render/html/markup.ts';
import type { Coverage } from '../../../contracts/report/coverage.ts';
import type { Report } from '../../../contracts/report/report.ts';
import { evidence, findingWith, noRejections, reportWith, runOf, stageWith } from '../../report/support.ts';
import { fullReport, manyFindings, tooManyFindings } from './html-support.ts';

const folder = path.resolve(import.meta.dirname, '../../../contracts/render/html');
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

  test('runs and applies only scripts and styles whose hashes are in its policy', () => {
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

  test.each(assets)('has no end tag and no URL in %s', (name) => {
    const text = readFileSync(path.join(client, name), 'utf8');
    expect(text).not.toMatch(/<\/|https?:|url\(|@import|innerHTML|outerHTML|insertAdjacentHTML|\beval\b/);
  });

  test.each(templates)('puts values between tags or in double quotes: %s', (name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    expect(text).not.toMatch(/=\$\{[^}]*\}[\s>]|='\$\{|<\$\{|\son\w+="|style="|javascript:/);
  });
});

test('reports a comparison of two versions as such, without a command that does not exist', () => {
  const changes = stageWith({ name: 'breaking changes', status: 'failed', findings: [findingWith()] });
  const page = words(htmlReport({ ...reportWith([changes]), target: 'old.yaml -> new.yaml', targetKind: 'files' }));
  expect(page).toMatch(/compared two versions of the contract .*: old\.yaml -&gt; new\.yaml/);
  expect(page).toContain('With the new version, clients of the old version can get errors');
  expect(page).not.toMatch(/has a command|tests HTTP services/);
});

describe('values in a template are text', () => {
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

  test('keeps the exact text of an escaped value for the clipboard', () => {
    expect(exactJson('plain 🌹\nline')).toBeUndefined();
    expect(JSON.parse(exactJson('a\u202eb\ud800"') ?? '')).toBe('a\u202eb\ud800"');
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

describe('the verdict is clear to readers who do not know the kit', () => {
  const reportedFindings = (changes: Partial<Report> = {}) =>
    words(htmlReport({ ...reportWith([stageWith()]), ...changes }));

  test('conforms', () => {
    expect(reportedFindings()).toContain('✓ Conforms to the contract no findings');
    expect(reportedFindings()).toContain('nothing violates the contract');
  });

  test('says that it does not conform, and what to do', () => {
    const page = words(htmlReport(fullReport));
    expect(page).toMatch(/✗ Does not conform 2 errors, 1 warning/);
    expect(page).toContain('What to do: fix the findings below.');
    expect(page).toContain('sends it again, with the credential in the variable PLANT_STORE_TOKEN. Then');
    expect(page).toContain('plant-store gate http://127.0.0.1:4010 --spec');
  });

  test('says that it is inconclusive, which is not a pass, and what is missing', () => {
    const unattempted = ['createPlant: it has no schema'];
    const page = words(htmlReport(reportWith([stageWith({ status: 'not run', unattempted })])));
    expect(page).toContain('? Inconclusive createPlant: it has no schema');
    expect(page).toContain('This is not a pass.');
    expect(page).toContain('? Not checked: 1');
  });

  test('says that it is inconclusive with errors, and which shard is missing', () => {
    const { verdict, ...report } = reportWith([stageWith({ status: 'failed', findings: [findingWith()] })]);
    const page = words(
      htmlReport({
        ...report,
        verdict: { ...verdict, kind: 'inconclusive' },
        unattempted: ['shard 2 of 3 is missing'],
      }),
    );
    expect(page).toContain('The checks that were run found violations of the contract');
    expect(page).not.toContain('No check that was run found a violation');
    expect(page).toMatch(/Not checked: 1 .* shard 2 of 3 is missing/);
  });

  test('says that the errors are not in the implementation', () => {
    const lint = stageWith({ name: 'contract lint', status: 'failed', findings: [findingWith()] });
    const page = words(htmlReport(reportWith([lint, stageWith()])));
    expect(page).toContain('The errors are not in the implementation');
    expect(page).toContain('1 finding: createPlant; in the contract');
    const both = words(htmlReport(reportWith([lint, stageWith({ findings: [findingWith()] })])));
    expect(both).not.toContain('are not in the implementation');
    const report = reportWith([lint, stageWith({ findings: [findingWith({ fingerprint: 'w' })] })]);
    const waived = { reason: 'known', expires: '2027-01-31' };
    const stages = report.stages.map((stage, at) => {
      const findings = stage.findings.map((one) => ({ ...one, waived }));
      return at === 0 ? stage : { ...stage, findings };
    });
    expect(words(htmlReport({ ...report, stages }))).not.toContain('are not in the implementation');
  });

  test('conforms except for waived errors, which have to be fixed', () => {
    const waived = { reason: 'known', expires: '2027-01-31' };
    const waivedPage = (report: Report, verdict: Partial<Report['verdict']>) => {
      const stages = report.stages.map((stage) => ({
        ...stage,
        findings: stage.findings.map((one) => ({ ...one, waived })),
      }));
      return words(htmlReport({ ...report, stages, verdict: { ...report.verdict, ...verdict } }));
    };
    const error = reportWith([stageWith({ findings: [findingWith()] })]);
    const page = waivedPage(error, { kind: 'conforms' });
    expect(page).toContain('only known, waived findings violate the contract.');
    expect(page).toContain('Fix the waived errors before their waivers expire. No other');
    expect(page).not.toMatch(/nothing violates|No action is needed/);
    const open = waivedPage(error, { kind: 'inconclusive' });
    expect(open).toContain('only known, waived violations, but some');
    expect(open).not.toContain('No check that was run found a violation');
    const breaking = stageWith({ name: 'breaking changes', findings: [findingWith()] });
    const diff = { ...reportWith([breaking]), targetKind: 'files' as const };
    expect(waivedPage(diff, { kind: 'conforms' })).toContain('rely on, except for known, waived changes.');
    const warnings = reportWith([stageWith({ findings: [findingWith({ severity: 'warning' })] })]);
    expect(waivedPage(warnings, { kind: 'conforms' })).toMatch(/nothing violates.*No action is needed/);
  });

  test('repeats the run with the options that were given', () => {
    const options = [
      ['config', 'staging.yaml'],
      ['exclude', 'DELETE *'],
      ['read-only', true],
    ] as const;
    const report = reportWith([stageWith({ findings: [findingWith()] })]);
    const complete = words(htmlReport({ ...report, rerun: { options, isComplete: true } }));
    expect(complete).toContain('Then run everything again:');
    expect(complete).toMatch(/ --config staging\.yaml --exclude &#39;DELETE \*&#39; --read-only /);
    const partly = words(htmlReport({ ...report, rerun: { options, isComplete: false } }));
    expect(partly).toContain('Then run everything again with the same other options:');
    expect(partly).toContain(' --config staging.yaml ');
  });

  test('names the missing shards and the commands to run and merge them', () => {
    const run = { seed: 7, cases: 9, requests: 9, selectedCategories: [], randomCases: 100, rows: [], unchecked: [] };
    const { verdict, ...report } = reportWith([stageWith({ run: { ...run, contractGaps: [], deletedRecords: [] } })]);
    const missing = (...unattempted: readonly string[]) =>
      words(
        htmlReport({
          ...report,
          target: 'http://127.0.0.1:1, http://127.0.0.1:2',
          verdict: { ...verdict, kind: 'inconclusive' },
          unattempted,
        }),
      );
    const one = missing('shard 2 of 3 is missing');
    expect(one).toContain('run the missing part with the same other options as the other parts');
    expect(one).toMatch(
      / plant-store verify http:\/\/127\.0\.0\.1:1 --spec \S+ --seed 7 --shard 2\/3 --report json=2\.json /,
    );
    expect(one).toContain('plant-store merge 1.json 2.json 3.json --out report');
    expect(one).toMatch(/\? partly passed conformance .*, shard 2 of 3 is missing/);
    expect(one).not.toContain('✓ passed');
    const two = missing('shard 1 of 3 is missing', 'shard 3 of 3 is missing');
    expect(two).toMatch(/each missing.* --shard 1\/3 .* --shard 3\/3 /);
  });

  test('says that it is one part of a run', () => {
    expect(reportedFindings({ shard: { index: 2, of: 4 } })).toContain('part 2 of 4 of a run');
  });

  test('shows the mode, the seed, the time and the full hash of the contract', () => {
    const page = reportedFindings({ strict: true });
    expect(page).toContain('strict: warnings fail the run');
    expect(page).toContain('--strict');
    expect(page.replaceAll(' ', '')).toContain(fullReport.contract.sha256);
  });
});

describe('the causes are at the top', () => {
  const top = (findings: readonly Finding[]) => {
    const page = htmlReport(reportWith([stageWith({ status: 'failed', findings })]));
    return words(page.slice(page.indexOf('<ul class="causes"'), page.indexOf('What to do')));
  };

  test('one entry for each cause with an example, errors before warnings, the most important first', () => {
    const redirect = findingWith({ check: 'no-redirect', title: 'A redirect', fingerprint: 'r', evidence });
    const warnings = findingWith({ severity: 'warning', title: 'Advised', fingerprint: 'a', similarCount: 500 });
    const line = top([warnings, redirect, findingWith({ similarCount: 41, evidence })]);
    expect(line).toMatch(
      /^ ✗ error An invalid request is accepted invalid-rejected 1 finding in 42 cases: createPlant body\.id is its value as a string: "1042" → status 200 /,
    );
    expect(line).toMatch(
      / ✗ error A redirect no-redirect 1 finding: createPlant body\.id .* ! warning Advised invalid-rejected 1 finding: createPlant status 200 /,
    );
  });

  test('names the first of many operations and the number of others', () => {
    const findings = ['a', 'b', 'c', 'd'].map((subject) => findingWith({ subject, fingerprint: subject }));
    expect(top(findings)).toContain('4 findings: a and 3 more');
    expect(top(findings.slice(1))).toContain('3 findings: b, c, d');
  });

  test('lists as many causes as fit on a screen', () => {
    const findings = [...Array(11).keys()].map((at) =>
      findingWith({ check: `c${at}`, title: `t${at}`, fingerprint: `${at}` }),
    );
    expect(top(findings)).toMatch(/ t9 .* and 1 more cause below /);
    expect(top(findings)).not.toContain('t10');
  });

  test('omits waived findings, and is empty without findings', () => {
    expect(htmlReport(reportWith([stageWith()]))).not.toContain('<ul class="causes"');
    expect(top(fullReport.stages.flatMap(({ findings }) => findings))).toContain('A redirect');
    const page = htmlReport(fullReport);
    expect(page.slice(0, page.indexOf('What to do'))).not.toContain('A redirect');
  });

  test('links to its example below', () => {
    const page = htmlReport(fullReport);
    const named = [...page.matchAll(/<li><b class="\w+">[^<]*<\/b> <span><a href="#([^"]*)"/g)].map(([, id]) => id);
    const findings = [...page.matchAll(/<details class="finding[^"]*" id="([^"]*)"/g)].map(([, id]) => id);
    expect(named.length).toBe(3);
    expect(findings).toEqual(expect.arrayContaining(named));
  });

  test('many causes of one check do not hide those of others', () => {
    expect(top(tooManyFindings().stages.flatMap(({ findings }) => findings))).toContain('A redirect');
  });
});

describe('the command at the top', () => {
  const securedBy = (...names: readonly string[]) => {
    const { place } = findingWith();
    const items = names.map((name) => ({ name, place, counts: {}, missing: [] }));
    const operation = {
      operation: 'createPlant',
      exchanges: 1,
      rejections: noRejections,
      groups: [{ kind: 'security schemes' as const, items }],
    };
    return words(htmlReport(reportWith([stageWith({ coverage: { operations: [operation] } })])));
  };

  test('takes a single credential from the environment, and several by name', () => {
    expect(securedBy('bearer')).toContain('PLANT_STORE_TOKEN=... plant-store verify http');
    expect(securedBy('bearer')).not.toContain('PLANT_STORE_AUTH');
    expect(securedBy('staff', 'the boss')).toContain(
      'PLANT_STORE_AUTH=$(printf &#39;%s\\n&#39; &#39;staff=...&#39; &#39;the boss=...&#39;) plant-store verify http',
    );
    expect(securedBy('staff', 'boss')).not.toContain('PLANT_STORE_TOKEN');
  });

  test('has no credentials in its arguments, which other users can read', () => {
    for (const page of [securedBy('bearer'), securedBy('staff', 'boss')]) expect(page).not.toMatch(/--(?:auth|token)/);
  });
});

describe('the run', () => {
  const rowOf = (operation: string, errors: number) =>
    ({ operation, category: 'text-values', cases: 1_200, errors, warnings: 0 }) as const;
  test('shows every stage with a sign for its status', () => {
    const statuses = ['passed', 'failed', 'not run', 'not applicable'] as const;
    const page = words(htmlReport(reportWith(statuses.map((status) => stageWith({ status, name: `of ${status}` })))));
    for (const shown of ['✓ passed of passed', '✗ failed of failed', '? not run of not run', '– not applicable of'])
      expect(page.replace(/ +/g, ' ')).toContain(shown);
  });

  test('shows a few operations by category, with failures', () => {
    const page = words(htmlReport(reportWith([stageWith({ run: runOf({ rows: [rowOf('createPlant', 3)] }) })])));
    expect(page).toContain('category createPlant text-values ✗ 3/1,200 all ✗ 3/1,200');
  });

  test('keeps the line breaks of a log in unchecked parts', () => {
    const page = htmlReport(reportWith([stageWith()], ['it ended; its last lines:\npanic\nat main']));
    expect(page).toContain('<li>it ended; its last lines:<pre>panic\nat main</pre></li>');
  });

  test('lists failed and unchecked operations first if there are many', () => {
    const rows = [...Array(30).keys()].map((at) => rowOf(`op${at}`, at === 20 ? 3 : 0));
    const unchecked = [{ operation: 'op25', reason: 'no valid request', casesRun: 'none' as const }];
    const page = words(htmlReport(reportWith([stageWith({ run: runOf({ rows, unchecked }) })])));
    const table = page.slice(page.indexOf('operation all'));
    expect(table.match(/\bop\d+/g)?.slice(0, 3)).toEqual(['op20', 'op25', 'op0']);
    expect(table).toContain('op25 ? not checked');
  });

  test('links from a case to its findings of another operation', () => {
    const caseId = 'createPlant/lifecycles/read-again';
    const finding = findingWith({
      subject: 'readPlant',
      evidence: { ...evidence, caseId, category: 'lifecycles' },
    });
    const row = { ...rowOf('createPlant', 1), category: 'lifecycles' };
    const page = htmlReport(reportWith([stageWith({ findings: [finding], run: runOf({ rows: [row] }) })]));
    expect(page).toContain('<a href="#?text=createPlant%2Flifecycles%2F">✗ 1/1,200</a>');
    expect(page).toContain('<a href="#?text=createPlant%2F">✗ 1/1,200</a>');
  });

  describe('cases that show errors of another operation', () => {
    const of = (subject: string, caseId: string) =>
      findingWith({
        subject,
        fingerprint: caseId,
        evidence: { ...evidence, caseId, category: caseId.split('/')[1] ?? '' },
      });
    const rows = [
      { ...rowOf('createPlant', 2), category: 'random-sequences' },
      { ...rowOf('createPlant', 0), category: 'text-values' },
      rowOf('listPlants', 0),
    ];
    const pageOf = (...findings: readonly Finding[]) =>
      htmlReport(reportWith([stageWith({ findings, run: runOf({ rows }) })]));
    const other = of('listPlants', 'createPlant/random-sequences/sequence/1');

    test('links to all of them if the operation has other findings', () => {
      const page = pageOf(of('createPlant', 'createPlant/wrong-types/id'), other);
      expect(page).toContain('<a href="#?text=createPlant%2Frandom-sequences%2F">✗ 2/1,200</a>');
      expect(page).toContain('<a href="#?text=createPlant%2F">✗ 2/2,400</a>');
    });

    test('links to all of them if the category has other findings', () => {
      const page = pageOf(of('createPlant', 'createPlant/random-sequences/sequence/2'), other);
      expect(page).toContain('<a href="#?text=createPlant%2Frandom-sequences%2F">✗ 2/1,200</a>');
      const own = pageOf(of('createPlant', 'createPlant/random-sequences/sequence/2'));
      expect(own).toContain('<a href="#?subject=createPlant&amp;category=random-sequences">✗ 2/1,200</a>');
    });

    test('links to all findings of the operation if no case of the category is listed', () => {
      const page = pageOf({ ...of('createPlant', 'createPlant/wrong-types/id'), similarCount: 2 });
      expect(page).toMatch(/<a href="#\?subject=createPlant" title="all findings of createPlant: [^"]*">✗ 2\/1,200/);
      expect(page).toContain('<a href="#?subject=createPlant">✗ 2/2,400</a>');
    });

    test('marks an operation whose own cases all passed', () => {
      const mark = '<a class="bad reason" href="#?severity=error&amp;subject=listPlants">✗ 1 in other rows</a>';
      expect(pageOf(other)).toContain(mark);
      expect(words(pageOf(other))).toContain(
        '✗ 3 in other rows : cases of other operations found 3 errors of this operation',
      );
      const seenByOwn = { ...other, similar: ['listPlants/texts/1'] };
      for (const page of [pageOf(seenByOwn), pageOf({ ...other, severity: 'warning' })])
        expect(page).not.toContain('in other rows');
    });
  });

  test('shows what is not covered and why, and what is never rejected', () => {
    const { place } = findingWith();
    const item = { name: '404', place, counts: {}, missing: [{ variant: 'seen', reason: 'no case asks for it' }] };
    const coverage: Coverage = {
      operations: [
        {
          operation: 'createPlant',
          exchanges: 9,
          rejections: {
            invalidRequests: { responses: 7, rejected: 0 },
            invalidCredentials: { responses: 2, rejected: 2 },
          },
          groups: [
            {
              kind: 'responses',
              items: [item, { ...item, name: '200', missing: [] }, { ...item, name: '410' }],
            },
          ],
        },
      ],
    };
    const page = words(htmlReport(reportWith([stageWith({ coverage })])));
    expect(page).toContain(
      '– 1 of 3 9 responses checked , ✗ 0 of 7 invalid requests rejected , 2 of 2 requests with invalid credentials rejected',
    );
    expect(page).toMatch(/responses 1 of 3 404 line 90 , 410 line 90 seen : no case asks for it/);
  });
});

describe('findings', () => {
  const page = words(htmlReport(fullReport));

  test('are sorted by severity, with waived ones apart', () => {
    const at = ['Errors: 2', 'Warnings: 1', 'Waived: 1'].map((title) => page.indexOf(title));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(at).not.toContain(-1);
    expect(page).toContain('until the gateway is gone (until 2027-01-31)');
  });

  test('compare request and response by property', () => {
    expect(page).toMatch(/name " B oston fern" " b oston fern" ≠ changed/);
    expect(page).toMatch(/tag "fern" "fern" = same/);
    expect(page).toMatch(/id 9007199254740993 missing − missing/);
  });

  test('with one cause are reported once, with duplicates below', () => {
    expect(page).toContain('provider check: nothing is changed');
    expect(page).toContain('not counted again');
    expect(page.match(/Errors: \d+/)?.[0]).toBe('Errors: 2');
  });

  test('name the affected consumers', () => {
    expect(page).toContain('web-shop : a request to create a plant');
  });

  test('with two places show both', () => {
    const place = { file: 'old.yaml', line: 3, pointer: '/paths' };
    const report = reportWith([
      stageWith({ findings: [findingWith({ otherPlace: place, otherLineText: 'type: string' })] }),
    ]);
    expect(words(htmlReport(report))).toMatch(/90 type: integer.*and old\.yaml:3 \/paths 3 type: string/);
  });

  test('without a response say what happened', () => {
    const finding = findingWith({
      evidence: { ...evidence, response: undefined },
      received: 'no response in 10 s',
    });
    expect(words(htmlReport(reportWith([stageWith({ findings: [finding] })])))).toContain(
      'Response no response in 10 s',
    );
  });

  test('are listed separately if their original is not in the report', () => {
    const finding = findingWith({ duplicateOf: 'gone' });
    expect(words(htmlReport(reportWith([stageWith({ findings: [finding] })])))).toContain('Duplicates: 1');
  });

  test('are listed separately if they refer to each other', () => {
    const findings = [
      findingWith({ fingerprint: 'a', duplicateOf: 'b' }),
      findingWith({ fingerprint: 'b', duplicateOf: 'a' }),
    ];
    expect(words(htmlReport(reportWith([stageWith({ findings })])))).toContain('Duplicates: 2');
  });

  test('are shown for every check and operation if there are too many, and the rest is counted', () => {
    const page = htmlReport(tooManyFindings());
    expect(page.match(/<details class="finding /g)?.length).toBe(3_000);
    expect(page.match(/data-check="no-redirect"/g)?.length).toBe(50);
    expect(words(page)).toContain('Errors: 3,200');
    expect(words(page)).toContain('This page shows 3,000 of them');
    expect(words(page)).toMatch(/3200 errors.* and 3,190 more causes below/);
  });

  test('of a long sequence show the first and last requests, and all of them inside', () => {
    const mutation = `a record is created${', then it is read'.repeat(40)}, then it is removed`;
    const page = htmlReport(
      reportWith([stageWith({ findings: [findingWith({ evidence: { ...evidence, mutation } })] })]),
    );
    const summary = /<span class="brief">(.*?)<\/span>/.exec(page)?.[1] ?? '';
    expect(summary).toMatch(/^a record is created.{60,80} … .*then it is removed → status 200$/);
    expect(page).toContain(`<div>${mutation}</div>`);
  });

  test('with the same id have unique URLs', () => {
    const [stage] = manyFindings(1).stages;
    const twice = htmlReport({ ...fullReport, stages: stage === undefined ? [] : [stage, stage] });
    const ids = [...twice.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
