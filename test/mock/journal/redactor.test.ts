import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../mock/journal/redactor.ts';
import type { SecurityScheme } from '../../../spec/model/contract.ts';
import { relativeCpuTime } from '../../cpu-time.ts';

const token = 'gr33n/th+umb=x';
const place = { file: 'x.yaml', line: 1, pointer: '' };

function scheme(name: string, parts: Partial<SecurityScheme>): SecurityScheme {
  return {
    name,
    place,
    type: 'apiKey',
    scheme: undefined,
    in: undefined,
    parameterName: undefined,
    ...parts,
  };
}

const schemes = [
  scheme('bearer', { type: 'http', scheme: 'bearer' }),
  scheme('odd', { type: 'http', scheme: 'leafy' }),
  scheme('header', { in: 'header', parameterName: 'X-Garden-Key' }),
  scheme('query', { in: 'query', parameterName: 'garden key' }),
  scheme('cookie', { in: 'cookie', parameterName: 'sid' }),
];

const redact = createRedactor(schemes, [token]);
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('in the location of a credential, for any value', () => {
  it.each([
    ['Bearer of-another-mock', 'Bearer ***'],
    ['bEARER   x', 'bEARER ***'],
    ['Leafy wilted', 'Leafy ***'],
    [`Basic ${base64('ann:wilted')}`, 'Basic ***'],
    ['Digest username="ann", response="4f"', 'Digest ***'],
    ['Bearer', 'Bearer'],
    ['wilted-secret', '***'],
    ['my secret words', '***'],
  ])('an Authorization of %s is shown as %s', (given, shown) => {
    expect(redact.headers({ authorization: given, 'proxy-authorization': given })).toEqual({
      authorization: shown,
      'proxy-authorization': shown,
    });
  });

  it.each(['x-garden-key', 'X-GARDEN-KEY', 'X-Api-Key', 'api-key'])('a key in %s is masked', (name) => {
    expect(redact.headers({ [name]: 'wilted secret' })).toEqual({ [name]: '***' });
  });

  it('each of several values is masked', () => {
    expect(redact.headers({ 'x-garden-key': ['one', 'two'] })).toEqual({ 'x-garden-key': '***, ***' });
  });

  it('cookies keep their names', () => {
    expect(redact.headers({ cookie: 'sid=wilted; theme="dark"; odd' })).toEqual({
      cookie: 'sid=***; theme=***; ***',
    });
    expect(redact.headers({ 'Set-Cookie': ['sid=wilted; Path=/; HttpOnly', 'a=b'] })).toEqual({
      'Set-Cookie': 'sid=***; Path=/; HttpOnly, a=***',
    });
    const joined = 'a=wilted; Expires=Wed, 21 Oct 2026 07:28:00 GMT, sid=wilted; Secure';
    expect(redact.headers({ 'set-cookie': joined })['set-cookie']).not.toContain('wilted');
  });

  it.each([
    ['/a?garden%20key=wilted&b=1', '/a?garden%20key=***&b=1'],
    ['/a?garden+key=wilted', '/a?garden+key=***'],
    ['/a?b=1&g%61rden%20key=wilted&garden%20key=two', '/a?b=1&g%61rden%20key=***&garden%20key=***'],
    ['/a?access_token=wilted', '/a?access_token=***'],
    ['http://ann:wilted@host/a', 'http://***@host/a'],
  ])('the target %s is shown as %s', (target, shown) => {
    expect(redact.target(target)).toBe(shown);
  });

  it('URLs in other headers are masked too', () => {
    const given = { referer: 'http://x/?garden%20key=wilted', Location: '/b?access_token=wilted#c' };
    expect(JSON.stringify(redact.headers(given))).not.toContain('wilted');
  });
});

describe('a token of the mock is masked everywhere', () => {
  it.each([
    ['unchanged', token],
    ['percent-encoded', encodeURIComponent(token)],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(token))],
    ['percent-encoded in part', token.replace('g', '%67').replace('3', '%33')],
    ['in JSON with an escaped slash', token.replace('/', '\\/')],
    ['in JSON with escapes in part', token.replace('+', '\\u002b').replace('=', '\\u003D')],
    ['in Base64', base64(token)],
    ['in Base64 within a pair', base64(`ann:${token}`)],
    ['in another case', token.toUpperCase()],
  ])('%s', (_how, spelled) => {
    const shown = [
      redact.text(`{"name":"${spelled}","note":"the ${spelled}."}`),
      redact.target(`/plants/${spelled}/x?q=${spelled}`),
      ...Object.values(redact.headers({ 'x-note': spelled, 'user-agent': `app (${spelled})` })),
    ].join('\n');
    expect(shown).not.toContain(spelled);
    expect(shown).toContain('$PLANT_STORE_TOKEN');
    expect(shown).toContain('"note":"the ');
  });

  it('while texts with escapes and without a token are unchanged', () => {
    const text = '{"a":"100%","b":"%41%zz","c":"\\u0041\\/"}';
    expect(redact.text(text)).toBe(text);
  });
});

describe('the credentials of a request', () => {
  const given = 'Token-Of-Somewhere-Else';

  it.each<[string, { target?: string; headers?: Record<string, string> }]>([
    ['in Authorization', { headers: { authorization: `Bearer ${given}` } }],
    ['as the password of Basic', { headers: { authorization: `Basic ${base64(`ann:${given}`)}` } }],
    ['without a scheme', { headers: { authorization: given } }],
    ['in the header of a key', { headers: { 'x-garden-key': given } }],
    ['in the cookie of a key', { headers: { cookie: `a=b; sid=${given}` } }],
    ['in the query', { target: `/a?garden%20key=${given}` }],
  ])('%s are masked in the whole entry, valid or invalid', (_where, { target = '/a', headers = {} }) => {
    const within = redact.withRequest({ target, headers });
    expect(within.text(`{"echo":"${given}","coded":"${base64(given)}"}`)).toBe('{"echo":"***","coded":"***"}');
    expect(redact.text(given)).toBe(given);
  });

  it('are not masked if they are too short to be distinctive', () => {
    expect(redact.withRequest({ target: '/', headers: { authorization: 'Bearer a' } }).text('a plant')).toBe('a plant');
  });
});

it('handles the name __proto__ like any other', () => {
  const headers = redact.headers(JSON.parse('{"__proto__":"x","authorization":"Bearer y"}'));
  expect(Object.entries(headers)).toEqual([
    ['__proto__', 'x'],
    ['authorization', 'Bearer ***'],
  ]);
});

it('is fast for texts made to be slow', async () => {
  const texts = [
    '%'.repeat(65_536),
    '%41'.repeat(20_000),
    '\\u0041'.repeat(10_000),
    'a=%41&'.repeat(10_000),
    '://'.repeat(20_000),
    '?a'.repeat(30_000),
  ];
  const cpuTime = await relativeCpuTime(() => {
    for (const text of texts) {
      redact.text(text);
      redact.target(text);
      redact.headers({ a: text, cookie: text, 'set-cookie': text, authorization: text });
    }
  });
  expect(cpuTime).toBeLessThan(30);
});
