import { execFile, execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { unchanged } from '../../shell/credential-form.ts';
import { toCredentialText } from '../../shell/credential-text.ts';
import { type CurlRequest, curlCommand } from '../../shell/curl.ts';
import { startRecording } from './recording-server.ts';

const plain = { method: 'GET', origin: 'http://127.0.0.1:1', target: '/a', headers: [], body: undefined };

/** The arguments that curl gets from a shell line. */
function argumentsOf(request: Partial<CurlRequest>): readonly string[] {
  const line = curlCommand({ ...plain, ...request });
  const script = `curl() { printf '%s\\0' "$@"; }; ${line}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

test.each([
  ['/x HTTP/1.1\r\nX-Evil: 1\r\nX-Y:', '/x%20HTTP/1.1%0D%0AX-Evil:%201%0D%0AX-Y:'],
  ['/a\u010aX-Evil: 1', '/a%C4%8AX-Evil:%201'],
  ['/a\tb\0c\x7f', '/a%09b%00c%7F'],
])('a target contains no spaces or line breaks: %j', (target, sent) => {
  expect(argumentsOf({ target })).toEqual(['-i', '-X', 'GET', `http://127.0.0.1:1${sent}`]);
});

test.each(['/a/../b', '/a/%2e%2E/b', '/./a'])('dot segments are kept: %s', (target) => {
  expect(argumentsOf({ target })).toContain('--path-as-is');
});

test.each([
  ['X-A', 'a\r\nX-Evil: 1'],
  ['X-A', 'a\u010aX-Evil: 1'],
  ['X-A', 'a\u0100b'],
  ['@/etc/passwd', 'v'],
  ['X A', 'v'],
])('a header that no client sends is omitted: %s: %j', (name, value) => {
  expect(argumentsOf({ headers: [[name, value]] })).not.toContain('-H');
});

test('a header of spaces has no value, one of other white space has', () => {
  expect(argumentsOf({ headers: [['X-A', ' \t']] })).toContain('X-A;');
  expect(curlCommand({ ...plain, headers: [['X-A', '\u00a0']] })).toContain(`"$(printf 'X-A: \\240')"`);
});

test('a HEAD with a body is sent', async () => {
  const server = await startRecording();
  const line = curlCommand({ ...plain, method: 'HEAD', origin: server.origin, body: '{}' });
  execFile('sh', ['-c', line]);
  await server.waitForRequests(1);
  expect(server.requests[0]).toMatchObject({ line: 'HEAD /a', body: Buffer.from('{}').toString('hex') });
});

test('a long body is not an argument, whatever placeholder its credential has', () => {
  const secret = toCredentialText([unchanged], { variable: 'V', secret: 'x'.repeat(60_000) });
  const body = ['y'.repeat(60_000), ...(typeof secret === 'string' ? [secret] : secret)];
  expect(curlCommand({ ...plain, method: 'POST', body })).toMatch(/--data-binary @-$/);
});

test('certificates are files with any name, and the passphrase of a key is a variable', () => {
  const tls = { cert: "it's:a\\b.pem", key: '-k.pem', ca: 'ca $x.pem', passphraseVariable: 'NO_SUCH_PASSPHRASE' };
  expect(argumentsOf({ tls, isInsecure: true })).toEqual([
    ...['-i', '-X', 'GET', '-k', '--cert', "it's\\:a\\\\b.pem", '--key', './-k.pem', '--pass', ''],
    ...['--cacert', 'ca $x.pem', 'http://127.0.0.1:1/a'],
  ]);
});

test('a proxy is a URL, or the variable that has it', () => {
  expect(argumentsOf({ proxy: { url: 'http://proxy:1/' } })).toContain('http://proxy:1/');
  expect(curlCommand({ ...plain, proxy: { variable: 'HTTPS_PROXY' } })).toContain('-x "$HTTPS_PROXY"');
});
