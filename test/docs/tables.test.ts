/** Compares the lists in the documents with the code. snippets.test.ts compares names that are types too. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { mockOptions } from '../../cli/actions/mock/options.ts';
import { readServerLimits } from '../../cli/actions/mock/settings.ts';
import { command as pact } from '../../cli/commands/pact.ts';
import { DEFAULT_TOKEN } from '../../mock/authentication/default-token.ts';
import { responseViolationCode, violationCodes } from '../../mock/http/http-error.ts';
import { startMock } from '../../mock/index.ts';
import { MAX_BODY_TEXT } from '../../mock/model/journal-entry.ts';
import { CONNECTION_FAULTS } from '../../mock/model/rule.ts';
import { STORAGE_LIMITS } from '../../mock/model/storage.ts';
import { parsePreferences } from '../../mock/respond/preferences.ts';
import { parseRuleText } from '../../mock/rules/check-rules.ts';
import { defaultLimits } from '../../mock/serve/mock-server.ts';
import { isJsonArray } from '../../spec/json/exact-json.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { member, plantStoreSpec, send } from '../mock/support.ts';
import { codesIn, frontend, mockPages, readDocsPage, tableIn } from './parse-page.ts';

const control = await loadContract('mock/control/openapi.yaml');
const plantStore = { prefix: '', contract: await loadContract(plantStoreSpec) };
const petStore = { prefix: '/pets', contract: await loadContract('test/fixtures/mock/pets.yaml') };
const proxyTables = 'docs/how-to/check-traffic-with-the-proxy.md';

describe('on the command line', () => {
  it.each(mockPages)('the options that %s names exist', (page) => {
    const named = readDocsPage(page).match(/(?<![\w-])--[a-z][a-z-]+/g) ?? [];
    const own = ['help', ...Object.keys({ ...mockOptions, ...pact.subcommands['verify']?.options })];
    // An option of curl, in the line that a start prints.
    const known = [...own, 'data-raw'].map((name) => `--${name}`);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('the options of the proxy mode are those in its table', () => {
    const reported = tableIn(proxyTables, 'option').flatMap(([first]) => codesIn(first)[0]?.split(' ')[0] ?? []);
    const own = Object.entries(mockOptions).filter(([, { group }]) => group === 'Proxy mode');
    expect(reported.toSorted()).toEqual(own.map(([name]) => `--${name}`).toSorted());
  });

  it('the rules on the pages are valid', () => {
    const rules = mockPages.flatMap((page) => [...readDocsPage(page).matchAll(/--rule '([^']+)'/g)]);
    expect(rules.length).toBeGreaterThan(4);
    for (const [, rule = ''] of rules) expect(parseRuleText(rule, [plantStore, petStore])).toHaveLength(1);
  });

  it('the default limits match the help and docs/reference/api.md', () => {
    const help = String(mockOptions['limit']?.help).match(/[\w-]+=\w+/g) ?? [];
    // The read rate can only be set in tests.
    const { readRate, ...ofOption } = defaultLimits;
    expect(readServerLimits(help)).toEqual(ofOption);
    const [, reported] = tableIn('docs/reference/api.md', 'option').find(([first]) => first === '`limits`') ?? [];
    const units: Readonly<Record<string, number>> = { MB: 1_000_000, KiB: 1_024, kB: 1_000, s: 1_000, '': 1 };
    const read = [...(reported ?? '').matchAll(/`(\w+)` (\d+) ?([A-Za-z]*)/g)].map(
      ([, name = '', number, unit = '']) => [name, Number(number) * (units[unit] ?? Number.NaN)],
    );
    expect(Object.fromEntries(read)).toEqual({ ...ofOption, readRate });
  });
});

describe('preferences and faults', () => {
  it('the preferences of the table and of the tutorial are valid', () => {
    const reported = tableIn('docs/how-to/simulate-errors-and-delays.md', 'preference').flatMap(([first]) =>
      codesIn(first),
    );
    const shown = codesIn(readDocsPage(frontend)).filter((code) =>
      /^(?:Prefer: )?(?:code|delay|error|dynamic)=/.test(code),
    );
    expect(shown.length).toBeGreaterThan(2);
    for (const text of [...reported, ...shown.map((one) => one.replace('Prefer: ', ''))]) {
      const names = text.split(/, */).map((one) => one.replace(/=.*/, ''));
      const parsed = Object.keys(parsePreferences(text, []));
      expect(parsed).toEqual(names);
    }
  });

  it('the faults are those of the table', () => {
    expect(tableIn('docs/how-to/simulate-errors-and-delays.md', 'fault').flatMap(([first]) => codesIn(first))).toEqual([
      ...CONNECTION_FAULTS,
    ]);
  });
});

describe('the control API', () => {
  it('has the routes of the table', () => {
    const reported = tableIn('docs/reference/control-api.md', 'route').flatMap(([first, rest]) => {
      const [method, path] = codesIn(first)[0]?.split(' ') ?? [];
      const others = codesIn(rest).filter((code) => /^[A-Z]+$/.test(code));
      return [method, ...others].map((one) => `${one} ${path}`);
    });
    const own = control.operations.map(({ method, path }) => `${method} ${path}`);
    expect(reported.toSorted()).toEqual(own.toSorted());
  });

  it('has the filters of the table on all journal routes with filters', () => {
    const reported = tableIn('docs/reference/control-api.md', 'filter').flatMap(([first]) => codesIn(first));
    for (const path of ['/journal', '/journal/count', '/journal/wait', '/journal/stream']) {
      const operation = control.operations.find((one) => one.method === 'GET' && one.path === path);
      const queries = operation?.parameters.filter((one) => one.in === 'query').map(({ name }) => name) ?? [];
      const own = queries.filter((name) => !['count', 'timeout'].includes(name));
      expect([path, own.toSorted()]).toEqual([path, reported.toSorted()]);
    }
  });

  it('has the documented time limits', () => {
    const wait = control.operations.find(({ path }) => path === '/journal/wait');
    const timeout = wait?.parameters.find(({ name }) => name === 'timeout')?.schema;
    const [, reported = ''] =
      tableIn('docs/reference/control-api.md', 'route').find(([first]) => first?.includes('/wait')) ?? [];
    expect(reported).toContain(`${counted(timeout?.default?.value)}; at most ${counted(timeout?.maximum)}`);
  });
});

it('the default token is that of docs/reference/api.md', () => {
  const [, reported] = tableIn('docs/reference/api.md', 'option').find(([first]) => first === '`token`') ?? [];
  expect(codesIn(reported)).toEqual([DEFAULT_TOKEN]);
});

describe('stored data', () => {
  it.each([
    ['docs/reference/records.md', `at most ${counted(STORAGE_LIMITS.records)} of them`],
    ['docs/reference/control-api.md', `the last ${counted(STORAGE_LIMITS.entries)} exchanges`],
    ['docs/reference/control-api.md', `${STORAGE_LIMITS.entryBytes / 1_000_000} MB of bodies`],
    ['docs/reference/control-api.md', `${counted(MAX_BODY_TEXT)} characters of each body`],
  ])('has the limits of %s: %s', (page, reported) => {
    expect(readDocsPage(page).replaceAll(/\s+/g, ' ')).toContain(reported);
  });
});

function counted(value: unknown): string {
  return Number(value).toLocaleString('en-GB');
}

it('the codes of response violations are those of docs/how-to/check-traffic-with-the-proxy.md', () => {
  const reported = tableIn(proxyTables, 'code').map(([first = '']) => first.match(/\d+/g)?.map(Number));
  const keywords = Object.keys(violationCodes).map(responseViolationCode);
  const others = ['status', 'media-type', 'body-malformed', 'body-encoding'].map(responseViolationCode);
  expect(reported).toEqual([
    [Math.min(...keywords), Math.max(...keywords)],
    ...others.map((code) => [code]),
    [1691, 1692],
  ]);
});

describe('lists', () => {
  const rows = tableIn('docs/reference/records.md', 'parameter');
  const namesIn = (row: number) => codesIn(rows[row]?.[0]).filter((code) => /^\w+$/.test(code));
  const cases = [
    { names: namesIn(1), query: '2', ids: [1, 2] },
    { names: namesIn(2), query: '23', ids: [24, 25] },
    { names: namesIn(3), query: '2', ids: [21, 22, 23, 24, 25] },
    { names: namesIn(4), query: '23', ids: [24, 25] },
    { names: namesIn(5).filter((name) => name !== 'name'), query: '-name', ids: undefined },
  ].flatMap(({ names, query, ids }) => names.map((name) => ({ name, query, ids })));
  const item = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
  };
  const respond = (schema: object) => ({
    200: { description: 'Found', content: { 'application/json': { schema } } },
  });
  const paths = cases.map(({ name, query }) => {
    const type = /^\d+$/.test(query) && !/cursor|after|token/.test(name) ? 'integer' : 'string';
    return {
      [`/${name}`]: {
        get: {
          parameters: [{ name, in: 'query', schema: { type } }],
          responses: respond({ type: 'array', items: item }),
        },
      },
      [`/${name}/{id}`]: {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: respond(item),
        },
      },
    };
  });
  const records = Array.from({ length: 25 }, (_, n) => ({ id: n + 1, name: String.fromCharCode(65 + n) }));

  it('support the parameters of the table', async () => {
    expect(cases.length).toBeGreaterThan(15);
    const mock = await startMock({
      spec: { openapi: '3.0.3', info: { title: 'Lists', version: '1' }, paths: Object.assign({}, ...paths) },
      records: Object.fromEntries(cases.map(({ name }) => [`/${name}`, records])),
    });
    onTestFinished(() => mock.close());
    for (const { name, query, ids } of cases) {
      const { json } = await send(`${mock.url}/${name}?${name}=${query}`);
      const found = isJsonArray(json) ? json.map((one) => Number(member(one, 'id'))) : [];
      expect([name, found]).toEqual([name, ids ?? records.map(({ id }) => id).toReversed()]);
    }
  });
});
