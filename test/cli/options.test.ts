import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CommandInput } from '../../cli/command.ts';
import {
  getInteger,
  readOtherUser,
  readSchemeCredentials,
  readToken,
  rejectExtraArguments,
} from '../../cli/options/option-values.ts';
import { maskGivenCredentials } from '../../cli/parsing/parse-arguments.ts';
import { parseBaseUrl } from '../../contracts/options/target-options.ts';
import { KitError } from '../../errors.ts';

afterEach(() => vi.unstubAllEnvs());

function given(options: CommandInput['options'], ...positionals: string[]): CommandInput {
  return { options, positionals };
}

function usageErrorOf(work: () => unknown): KitError {
  try {
    work();
  } catch (error) {
    if (error instanceof KitError) return error;
    throw error;
  }
  throw new Error('expected a KitError, but nothing was rejected');
}

describe('an integer', () => {
  const limits = { min: 1, max: 64 };

  test.each([
    ['1', 1],
    ['64', 64],
    ['007', 7],
    [undefined, undefined],
  ])('%s is %s', (text, value) => {
    expect(getInteger(given({ concurrency: text }), 'concurrency', limits)).toBe(value);
  });

  test.each(['0', '65', '-1', '2.5', '1e1', '0x10', ' 7', '', 'many', '9'.repeat(400)])('is not %j', (text) => {
    const { code, detail } = usageErrorOf(() => getInteger(given({ concurrency: text }), 'concurrency', limits));
    expect([code, detail]).toEqual([
      'option-invalid',
      `--concurrency ${JSON.stringify(text)}: expected an integer from 1 to 64`,
    ]);
  });
});

describe('a base URL', () => {
  test.each([
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['http://127.0.0.1:4010/', 'http://127.0.0.1:4010'],
    ['HTTPS://Plants.Example/v1//', 'https://plants.example/v1'],
    ['http://[::1]:4010/api', 'http://[::1]:4010/api'],
  ])('%s is %s', (text, url) => {
    expect(parseBaseUrl(text)).toBe(url);
  });

  test.each(['plants.example', '127.0.0.1:4010', 'ftp://plants.example', 'file:///etc', '', 'http://127.0.0.1:99999'])(
    'rejects %j and quotes it',
    (text) => {
      const { code, detail } = usageErrorOf(() => parseBaseUrl(text));
      expect([code, detail]).toEqual(['target-invalid', JSON.stringify(text)]);
    },
  );

  test.each([
    'http://me:hush@127.0.0.1:1',
    'http://hush@127.0.0.1:1',
    'http://me:hush@127.0.0.1:99999',
    'http://me:hu@sh@:1',
    'me:hush@127.0.0.1',
    'http://127.0.0.1:1?key=hush',
    'http://127.0.0.1:1/#hush',
  ])('rejects %s without printing a possible secret', (text) => {
    const { code, message } = usageErrorOf(() => parseBaseUrl(text));
    expect(code).toBe('target-invalid');
    expect(message).not.toMatch(/hu|sh@/);
  });
});

describe('the token', () => {
  test('is the option, otherwise the environment variable', () => {
    vi.stubEnv('PLANT_STORE_TOKEN', 'from-environment');
    expect([readToken(given({})), readToken(given({ token: 'from-option' }))]).toEqual([
      'from-environment',
      'from-option',
    ]);
  });

  test('is undefined when both are empty', () => {
    vi.stubEnv('PLANT_STORE_TOKEN', '');
    expect([readToken(given({})), readToken(given({ token: '' }))]).toEqual([undefined, undefined]);
  });

  test.each(['hush\n', ' hush', 'hu\rsh', 'hûsh', 'hush\u0000', 'hush\u{1f33f}'])(
    'rejects %j without printing it, since no header can carry it',
    (text) => {
      vi.stubEnv('PLANT_STORE_TOKEN', text);
      const errors = [given({}), given({ token: text })].map((input) => usageErrorOf(() => readToken(input)));
      expect(errors.map(({ detail }) => detail)).toEqual([
        'PLANT_STORE_TOKEN: expected only visible ASCII characters, because it is sent in a header',
        '--token: expected only visible ASCII characters, because it is sent in a header',
      ]);
    },
  );
});

test('--auth keeps the text after the first equals sign', () => {
  expect([...readSchemeCredentials(given({ auth: ['key=a=b', 'other=c'] }))]).toEqual([
    ['key', 'a=b'],
    ['other', 'c'],
  ]);
});

test('--auth accepts non-ASCII letters, which Base64 can carry, but no control characters', () => {
  expect([...readSchemeCredentials(given({ auth: ['user=anna:Lög'] }))]).toEqual([['user', 'anna:Lög']]);
  const { detail } = usageErrorOf(() => readSchemeCredentials(given({ auth: ['user=anna:hush\n'] })));
  expect(detail).toBe('--auth user: expected only visible ASCII characters, because it is sent in a header');
});

test('PLANT_STORE_AUTH has one credential per line, and --auth overrides it', () => {
  vi.stubEnv('PLANT_STORE_AUTH', 'key=a=b\r\n\nuser=anna:hush\n');
  expect([...readSchemeCredentials(given({ auth: ['user=bert:hush'] }))]).toEqual([
    ['key', 'a=b'],
    ['user', 'bert:hush'],
  ]);
});

test('PLANT_STORE_AUTH without the name of a scheme is rejected without printing it', () => {
  vi.stubEnv('PLANT_STORE_AUTH', 'key=a\nhush');
  const { code, message } = usageErrorOf(() => readSchemeCredentials(given({})));
  expect([code, message]).toEqual([
    'option-invalid',
    expect.stringMatching(/^(?!.*hush).*PLANT_STORE_AUTH: expected NAME=VALUE/s),
  ]);
});

test.each(['hush', '=hush'])('--auth %s is rejected without printing it', (text) => {
  const { code, message } = usageErrorOf(() => readSchemeCredentials(given({ auth: [text] })));
  expect([code, message.includes('hush')]).toEqual(['option-invalid', false]);
});

describe('the second user', () => {
  test('has one credential for each --auth-other, and for each line of PLANT_STORE_AUTH_OTHER', () => {
    vi.stubEnv('PLANT_STORE_AUTH_OTHER', 'key=b\nuser=carl:hush');
    const other = readOtherUser(given({ 'auth-other': ['user=bert:hush'], isolated: ['GET /orders*'] }));
    expect([...(other?.byScheme ?? [])]).toEqual([
      ['key', 'b'],
      ['user', 'bert:hush'],
    ]);
    expect(other?.isolated).toEqual(['GET /orders*']);
  });

  test('is optional', () => {
    vi.stubEnv('PLANT_STORE_AUTH_OTHER', '');
    expect(readOtherUser(given({}))).toBeUndefined();
  });

  test('is required by --isolated', () => {
    vi.stubEnv('PLANT_STORE_AUTH_OTHER', '');
    const { detail } = usageErrorOf(() => readOtherUser(given({ isolated: ['*'] })));
    expect(detail).toBe('--isolated has no effect without --auth-other');
  });

  test('is not printed where it is rejected', () => {
    const { message } = usageErrorOf(() => readOtherUser(given({ 'auth-other': ['hush'] })));
    expect(message).toMatch(/^(?!.*hush).*--auth-other: expected NAME=VALUE/s);
  });

  test('is masked in errors about arguments', () => {
    const environment = { PLANT_STORE_AUTH_OTHER: 'key=Secret-of-environment' };
    const mask = maskGivenCredentials(['verify', '--auth-other', 'key=Secret-of-option'], environment);
    expect(mask('Secret-of-environment Secret-of-option')).not.toContain('Secret');
  });
});

test('an extra argument is rejected by name', () => {
  expect(usageErrorOf(() => rejectExtraArguments(given({}, 'a', 'b'), 1)).detail).toBe('unexpected argument "b"');
});
