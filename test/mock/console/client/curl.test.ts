import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlOf } from '../../../../mock/console/client/curl.js';

const base = 'http://127.0.0.1:4010';
const plain = { method: 'GET', target: '/beds', headers: {}, body: null };

/** What a shell makes of the command, one argument a line. */
function argumentsOf(command: string): readonly string[] {
  const program = `${command.replace(/^curl/, `printf '%s\\n'`)}`;
  const env = { ...process.env, PLANT_STORE_TOKEN: 'my-token' };
  return execFileSync('sh', ['-c', program], { encoding: 'utf8', env }).trimEnd().split('\n');
}

describe('an exchange as a curl command', () => {
  it('names method, address and body', () => {
    const body = { text: '{"id":9007199254740993}', bytes: 23, isCut: false };
    const command = curlOf({ ...plain, method: 'POST', body }, base);
    expect(argumentsOf(command)).toEqual([
      '-g',
      '-X',
      'POST',
      'http://127.0.0.1:4010/beds',
      '--data-raw',
      '{"id":9007199254740993}',
    ]);
  });

  it('leaves out what curl or a browser sends by itself', () => {
    const headers = {
      host: 'x',
      'content-length': '2',
      'sec-fetch-mode': 'cors',
      accept: '*/*',
      'x-depth': '3',
    };
    expect(argumentsOf(curlOf({ ...plain, headers }, base)).slice(4)).toEqual(['-H', 'x-depth: 3']);
  });

  it.each([
    ['a bearer token', 'authorization', 'Bearer ***', ['-H', 'authorization: Bearer my-token']],
    ['an API key', 'x-key', '***', ['-H', 'x-key: my-token']],
    ['a password', 'authorization', 'Basic ***', ['-u', 'mock:my-token']],
  ])('takes %s from the environment', (_what, name, value, expected) => {
    const command = curlOf({ ...plain, headers: { [name]: value } }, base);
    expect(command).toContain('$PLANT_STORE_TOKEN');
    expect(argumentsOf(command).slice(4)).toEqual(expected);
  });

  it('takes a key in the query from the environment', () => {
    const command = curlOf({ ...plain, target: '/beds?key=***&dry=true' }, base);
    expect(argumentsOf(command)).toContain('http://127.0.0.1:4010/beds?key=my-token&dry=true');
  });

  it.each([`it's`, '$(touch /tmp/x)', '`id`', '"; echo no', '@/etc/passwd', '\\', '!!'])(
    'keeps a shell from reading %s',
    (text) => {
      const body = { text, bytes: text.length, isCut: false };
      expect(argumentsOf(curlOf({ ...plain, body }, base)).slice(-2)).toEqual(['--data-raw', text]);
    },
  );

  it('says where the journal has only a part of the body', () => {
    const body = { text: '{"id":', bytes: 90_000, isCut: true };
    expect(curlOf({ ...plain, body }, base)).toContain('--data-binary @body-that-the-journal-cut');
  });
});
