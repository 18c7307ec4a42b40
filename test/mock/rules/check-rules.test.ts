import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { KitError } from '../../../errors.ts';
import { checkRules, parseRuleText } from '../../../mock/rules/check-rules.ts';
import { readRules } from '../../../mock/rules/read-rules.ts';
import type { RuleMount } from '../../../mock/rules/rule-node.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { gardenSpec, plantStoreSpec } from '../support.ts';

let mounts: readonly RuleMount[] = [];
beforeAll(async () => {
  mounts = [
    { prefix: '/shop', contract: await loadContract(plantStoreSpec) },
    { prefix: '/garden', contract: await loadContract(gardenSpec) },
  ];
});

/** The detail of the rejection. */
function errorDetail(attempt: () => unknown): string {
  try {
    attempt();
  } catch (error) {
    if (error instanceof KitError && error.code === 'rule-invalid') return error.detail;
    throw error;
  }
  return 'accepted';
}

const then = { status: 503 };

describe('checkRules', () => {
  it('accepts one rule, an array of rules, or an object with the array', () => {
    const rule = { when: { operation: 'createPlant' }, times: 3, then };
    expect(checkRules(rule, mounts)).toEqual([rule]);
    expect(checkRules([rule, { then }], mounts)).toEqual([rule, { then }]);
    expect(checkRules({ rules: [rule] }, mounts)).toEqual([rule]);
    expect(checkRules([], mounts)).toEqual([]);
  });

  it('accepts any operation if no contract is known', () => {
    expect(checkRules({ when: { operation: 'anything' }, then }, [])).toHaveLength(1);
  });

  it('ignores members that are undefined', () => {
    const rule = { when: undefined, times: undefined, then: { status: 503, body: undefined } };
    expect(checkRules(rule, mounts)).toEqual([{ then }]);
  });

  it('accepts numbers for headers, as YAML parses them, and converts them to strings', () => {
    const rule = { when: { headers: { 'X-Retry': 1 } }, then: { headers: { 'Retry-After': 30 } } };
    expect(checkRules(rule, mounts)).toEqual([
      { when: { headers: { 'X-Retry': '1' } }, then: { headers: { 'Retry-After': '30' } } },
    ]);
  });

  it('reads a text between slashes as plain text if other letters than flags follow', () => {
    const rule = { when: { body: { hook: '/hooks/x' } }, then };
    expect(checkRules(rule, mounts)).toEqual([rule]);
  });

  const wrong: readonly (readonly [unknown, string])[] = [
    [
      'createPlant',
      'rule: expected an object with when, skip, times, then, scenario, requiredState, newState, repeat, enabled, got "createPlant"',
    ],
    [{ when: {} }, 'rule: expected "then" with the effect of the rule'],
    [[{ then }, { then: {} }], 'rule 2: then: expected at least one of status'],
    [{ rules: { then } }, 'rules: expected a list, got an object'],
    [
      { than: then },
      'rule: than: expected one of when, skip, times, then, scenario, requiredState, newState, repeat, enabled (did you mean "then"?), got "than"',
    ],
    [{ when: { operaton: 'x' }, then }, '(did you mean "operation"?)'],
    [{ when: { operation: 'createPlnt' }, then }, '(did you mean "createPlant"?), got "createPlnt"'],
    [{ when: { operation: 7 }, then }, 'rule: when.operation: expected the id of an operation, got 7'],
    [{ when: { mount: '/shed' }, then }, 'when.mount: expected one of "/shop", "/garden", got "/shed"'],
    [{ when: { method: 'PSOT' }, then }, 'when.method: expected an HTTP method (did you mean'],
    [{ when: { path: 'plants' }, then }, 'when.path: expected a path that starts with "/"'],
    [{ when: { path: '/plants?x=1' }, then }, 'without a query'],
    [{ when: { path: '/^plants' }, then }, 'expected a regular expression between slashes'],
    [{ when: { path: '/^(/' }, then }, 'expected an ECMA-262 regular expression'],
    [{ when: { query: { q: '/a)(b/' } }, then }, 'when.query.q: expected an ECMA-262 regular expression'],
    [{ when: { query: { q: null } }, then }, 'expected a string, a number, true or false, got null'],
    [{ when: { query: { q: ['a', {}] } }, then }, 'when.query.q[1]: expected a string'],
    [{ when: { headers: { a: '/x/g' } }, then }, 'with only the flags i, m and s, got "/x/g"'],
    [{ when: { body: { a: '/^(?=a)/' } }, then }, 'without lookaround and backreferences'],
    [{ when: { body: { a: '/(a)\\1/' } }, then }, 'without lookaround and backreferences'],
    [{ when: { body: { a: '/((a{99}){99}){99}/' } }, then }, 'too many repetitions'],
    [{ when: { body: 'a' }, then }, 'when.body: expected an object, got "a"'],
    [{ when: { valid: 'no' }, then }, 'when.valid: expected true or false, got "no"'],
    [{ times: 0, then }, 'times: expected an integer of at least 1, got 0'],
    [{ times: 1.5, then }, 'times: expected an integer of at least 1, got 1.5'],
    [{ skip: -1, then }, 'skip: expected an integer of at least 0, got -1'],
    [{ then: { status: 199 } }, 'then.status: expected an integer from 200 to 599, got 199'],
    [{ then: { status: 600 } }, 'got 600'],
    [{ then: { status: '503' } }, 'got "503"'],
    [{ then: { body: {}, example: 'a' } }, 'expected "body" or "example", not both'],
    [{ then: { status: 204, body: {} } }, 'then.body: expected none, because a 204 response has no body'],
    [
      { then: { headers: { 'Content-Type': 'text/html' }, body: {} } },
      'expected a string, because its media type is text/html',
    ],
    [{ then: { headers: { 'Bad Name': 'x' } } }, 'then.headers.Bad Name: expected a header name'],
    [{ then: { headers: { 'X-A': 'a\r\nX-B: b' } } }, 'expected a header value in one line of Latin-1'],
    [{ then: { headers: { 'X-A': '🌿' } } }, 'expected a header value in one line of Latin-1'],
    [{ then: { headers: { 'X-A': null } } }, 'expected a header value in one line of Latin-1'],
    [{ then: { headers: { 'content-length': '3' } } }, 'a header that does not frame the message'],
    [{ then: { headers: { 'X-A': 'a', 'x-a': 'b' } } }, 'expected each header only once'],
    [
      { when: { operation: 'readBed' }, then: { example: 'bigg' } },
      'then.example: expected one of big, wrong (did you mean "big"?), got "bigg"',
    ],
    [{ then: { delay: '300-100' } }, 'then.delay: expected milliseconds from 0 to 600000'],
    [{ then: { delay: -1 } }, 'then.delay: expected milliseconds'],
    [{ then: { fault: 'rset' } }, 'expected one of reset, empty, cut, drip, hang (did you mean "reset"?)'],
    [JSON.parse('{"then":{"status":503},"__proto__":{}}'), 'rule: __proto__: expected one of when'],
  ];
  it.each(wrong)('rejects %j and reports what is expected', (rule, message) => {
    expect(errorDetail(() => checkRules(rule, mounts))).toContain(message);
  });
});

describe('parseRuleText', () => {
  const right: readonly (readonly [string, unknown])[] = [
    ['createPlant = 503', { when: { operation: 'createPlant' }, then: { status: 503 } }],
    ['createPlant x3 = 503', { when: { operation: 'createPlant' }, times: 3, then: { status: 503 } }],
    ['createPlant skip 2 x1=500', { when: { operation: 'createPlant' }, skip: 2, times: 1, then: { status: 500 } }],
    ['POST /plants = reset', { when: { method: 'POST', path: '/plants' }, then: { fault: 'reset' } }],
    ['get /beds/{bedId} = 404', { when: { method: 'GET', path: '/beds/{bedId}' }, then: { status: 404 } }],
    ['/plants = drip', { when: { path: '/plants' }, then: { fault: 'drip' } }],
    [
      'createPlant = 200 delay 300-900',
      { when: { operation: 'createPlant' }, then: { status: 200, delay: '300-900' } },
    ],
    ['readBed = example big', { when: { operation: 'readBed' }, then: { example: 'big' } }],
    ['* = delay 100', { then: { delay: '100' } }],
    ['* x1 = cut 503', { times: 1, then: { fault: 'cut', status: 503 } }],
    [
      'when: {operation: createPlant}, times: 3, then: {status: 503}',
      { when: { operation: 'createPlant' }, times: 3, then: { status: 503 } },
    ],
    ['{"then": {"status": 503}}', { then: { status: 503 } }],
    [
      'when: {body: {id: 9007199254740993}}, then: {fault: hang}',
      { when: { body: { id: 9_007_199_254_740_993n } }, then: { fault: 'hang' } },
    ],
  ];
  it.each(right)('reads %j', (text, rule) => {
    expect(parseRuleText(text, mounts)).toEqual([rule]);
  });

  it.each([
    ['createPlant', 'rule: expected REQUEST [skip N] [xN] = RESPONSE'],
    ['', 'rule: expected REQUEST'],
    ['= 503', 'rule: expected REQUEST'],
    ['createPlant = ', 'rule: expected REQUEST'],
    ['createPlant = 503 404', 'rule: expected REQUEST'],
    ['createPlant = sleep 5', 'rule: expected REQUEST'],
    ['createPlant = 999', 'then.status: expected an integer from 200 to 599, got 999'],
    ['createPlant x0 = 503', 'times: expected an integer of at least 1, got 0'],
    ['createPlnt = 503', '(did you mean "createPlant"?)'],
    ['PSOT /plants = 503', 'when.method: expected an HTTP method'],
    ['createPlant = delay soon', 'then.delay: expected milliseconds'],
    ['when: {path: /beds/{bedId}}, then: {status: 503}', 'quote a path that contains braces'],
  ])('rejects %j', (text, message) => {
    expect(errorDetail(() => parseRuleText(text, mounts))).toContain(message);
  });
});

describe('readRules', () => {
  async function fileOf(name: string, text: string): Promise<string> {
    const file = path.join(tmpdir(), `${process.pid}-${name}`);
    onTestFinished(() => rm(file, { force: true }));
    await writeFile(file, text);
    return file;
  }

  it('reads YAML with exact integers', async () => {
    const file = await fileOf('rules.yaml', '- when: { body: { id: 9007199254740993 } }\n  then: { status: 409 }\n');
    const expected = [{ when: { body: { id: 9_007_199_254_740_993n } }, then: { status: 409 } }];
    expect(await readRules(file, mounts)).toEqual(expected);
  });

  it('reads JSON', async () => {
    const file = await fileOf('rules.json', '{"rules":[{"then":{"status":503}}]}');
    expect(await readRules(file, mounts)).toEqual([{ then: { status: 503 } }]);
  });

  it('reports the file and line of an invalid rule', async () => {
    const file = await fileOf('wrong.yaml', 'rules:\n  - then:\n      status: 503\n  - then:\n      status: 999\n');
    await expect(readRules(file, mounts)).rejects.toMatchObject({
      code: 'rule-invalid',
      detail: 'rule 2: then.status: expected an integer from 200 to 599, got 999',
      where: expect.stringMatching(/wrong\.yaml:5$/),
    });
  });

  it('reports the file and line of a syntax error', async () => {
    const file = await fileOf('syntax.yaml', 'rules: [\n');
    const error = { code: 'rule-invalid', where: expect.stringMatching(/syntax\.yaml:\d$/) };
    await expect(readRules(file, mounts)).rejects.toMatchObject(error);
  });

  it('reports a missing file', async () => {
    const error = { code: 'rule-invalid', detail: expect.stringContaining('no such file') };
    await expect(readRules('nowhere.yaml', mounts)).rejects.toMatchObject(error);
  });
});
