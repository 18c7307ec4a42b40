/** Supplied secrets in printed commands: each has a variable of its own, and no output shows the value. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { withDistinctVariables } from '../../../contracts/configuration/values/secret-values.ts';
import { printCurl, printRequest } from '../../../contracts/conformance/findings/evidence/printed-request.ts';
import { describeHiddenValues } from '../../../contracts/conformance/findings/evidence/secret-references.ts';
import type { RequestSpec } from '../../../contracts/conformance/model/request-spec.ts';
import { getMask } from '../../../contracts/conformance/request/credentials/credential-mask.ts';
import type { Credentials } from '../../../contracts/options/credentials.ts';

const PASSWORD = `pass "word"&$1'é`;
const PIN = 'pin-4711-77';
const secrets = [
  { variable: 'SHOP_PASSWORD', secret: PASSWORD },
  { variable: 'PLANT_STORE_VALUE_PIN', secret: PIN },
];

function print(sent: Partial<RequestSpec>, token?: string) {
  const credentials: Credentials = { token, byScheme: new Map(), alsoSecret: secrets };
  const requestSpec: RequestSpec = {
    ...{ path: '/sessions', headers: [], body: undefined, value: undefined, credentials: 'right' },
    ...sent,
  };
  const mask = getMask(credentials);
  const printed = printRequest({
    ...{ requestSpec, method: 'POST', baseUrl: 'http://127.0.0.1:1', mask, schemes: [], credentials },
  });
  return { curl: printCurl(printed), isMasked: printed.isMasked };
}

/** What curl would send: its arguments, then its input. */
function sentBy(curl: string): string {
  // A shell counts the characters of its locale.
  const env = { ...process.env, LC_ALL: 'C.UTF-8', SHOP_PASSWORD: PASSWORD, PLANT_STORE_VALUE_PIN: PIN };
  const script = `curl() { printf '%s\\n' "$@"; case "$*" in *@-*) cat;; esac; }; ${curl}`;
  return execFileSync('bash', ['-c', script], { env, encoding: 'utf8' });
}

describe.each([
  { place: 'a JSON body', body: JSON.stringify({ password: PASSWORD, pin: PIN }) },
  { place: 'a form', body: `pin=${PIN}&password=${encodeURIComponent(PASSWORD)}` },
  { place: 'a text', body: `${PASSWORD}, ${PASSWORD}` },
  { place: 'a value that is longer by a character', body: `${PIN}x` },
  { place: 'a value that is shorter by a character', body: JSON.stringify({ password: PASSWORD.slice(0, -1) }) },
])('in $place', ({ body }) => {
  test('the command shows variables, with which it sends the same', () => {
    const { curl, isMasked } = print({ body });
    expect(curl).not.toContain('pass ');
    expect(curl).not.toContain(PIN);
    expect(curl).not.toContain('PLANT_STORE_TOKEN');
    expect(isMasked).toBe(false);
    expect(sentBy(curl)).toContain(`\n${body}`);
  });
});

test('in a multipart body, the command sends the same', () => {
  const body = `--b\r\ncontent-disposition: form-data; name="password"\r\n\r\n${PASSWORD}\r\n--b--\r\n`;
  const { curl } = print({ body: Buffer.from(body) });
  expect(curl).not.toContain('pass ');
  expect(sentBy(curl)).toContain(body);
});

test('in a query and a header, each is its variable', () => {
  const { curl } = print({ path: `/sessions?pin=${PIN}`, headers: [['X-Pin', PIN]] });
  expect(curl).not.toContain(PIN);
  expect(sentBy(curl)).toMatch(/\/sessions\?pin=pin-4711-77\n[\s\S]*X-Pin: pin-4711-77\n/);
});

test('a token that contains a supplied secret is masked as a whole', () => {
  const token = `abc${PIN}def`;
  const { curl, isMasked } = print({ body: `token=${token}` }, token);
  expect(curl).toMatch(/token=\$PLANT_STORE_TOKEN/);
  expect(curl).not.toMatch(/abc|def/);
  expect(isMasked).toBe(true);
});

test('a remark says what the variables stand for', () => {
  expect(describeHiddenValues(`curl "$SHOP_PASSWORD" "\${PLANT_STORE_VALUE_PIN%?}"`, secrets)).toBe(
    '$SHOP_PASSWORD and $PLANT_STORE_VALUE_PIN stand for values that were supplied',
  );
  expect(describeHiddenValues('curl "$SHOP_PASSWORD_OF_OTHER"', secrets)).toBeUndefined();
});

test('two secrets of one name have two variables, and one secret has one', () => {
  const same = { variable: 'PLANT_STORE_VALUE_PASSWORD', secret: 'first-secret' };
  const variables = withDistinctVariables([same, { ...same, secret: 'second-secret' }, same]);
  expect(variables.map(({ variable }) => variable)).toEqual([
    'PLANT_STORE_VALUE_PASSWORD',
    'PLANT_STORE_VALUE_PASSWORD_2',
  ]);
});
