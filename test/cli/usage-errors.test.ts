import { describe, expect, test } from 'vitest';
import { UNUSED_URL } from '../free-port.ts';
import { runPlantStore, runWithoutToken } from './support.ts';

/** Nothing listens there: usage errors are reported before anything is sent. */
const nowhere = UNUSED_URL;

/** The arguments, and what the message contains. */
const usageErrors: readonly (readonly [args: readonly string[], code: string, ...says: readonly string[]])[] = [
  [['paint'], 'command-unknown', '"paint"', 'mock, verify, pact, gate, ', ', replay, types, explain'],
  [['--paint'], 'option-unknown', '--paint is before the command', 'plant-store mock --spec'],
  [['lint'], 'command-unknown', 'did you mean gate?'],
  [['constructor'], 'command-unknown', '"constructor"'],
  [['explain', 'no-such-check'], 'check-unknown', '"no-such-check"', 'invalid-rejected'],
  [['explain', 'invalid-rejected', 'more'], 'option-invalid', '"more"'],
  [['verify'], 'argument-missing', 'BASE_URL', 'Write: plant-store verify BASE_URL'],
  [['verify', 'URL', 'more'], 'option-invalid', '"more"'],
  [['verify', 'URL', '--out', 'x'], 'option-unknown', 'did you mean --report?'],
  [['pact', 'record', '--output', 'x'], 'option-unknown', 'did you mean --out?'],
  [['pact', 'compare', '--pact', 'no-such.json'], 'pact-unreadable', 'no-such.json: no such file'],
  [['pact', 'compare', '--spec', 'x.yaml', 'no-such.json'], 'option-invalid', 'Use --pact no-such.json'],
  [['verify', 'URL', '--paint'], 'option-unknown', '--paint', '--spec, --overlay, --ref-root, --token', '--report'],
  [['verify', 'URL', '--paint=red'], 'option-unknown', '--paint', '--report'],
  [['explain', '--strict'], 'option-unknown', '--strict', '--spec'],
  [['verify', 'URL', '--only'], 'option-invalid', '--only'],
  [['verify', 'URL', '--only', 'paint'], 'option-invalid', '--only paint', 'valid-bodies', 'authentication'],
  [['verify', 'URL', '--only', 'authentication', 'text-values'], 'option-invalid', '"text-values"'],
  [['verify', 'URL', '--concurrency', '0'], 'option-invalid', '--concurrency "0"', 'from 1 to 64'],
  [['verify', 'URL', '--seed', '-1'], 'option-invalid', '--seed', '--seed=VALUE', 'write --seed=-1.'],
  [['pact', 'verify', 'URL', '--only', '- a b'], 'option-invalid', '--only', "write --only='- a b'."],
  [['pact', 'verify', 'URL', '--only', '--json'], 'option-invalid', 'write --only=--json.'],
  [['pact', 'verify', 'URL', '--only=- a'], 'option-invalid', '--only "- a": no interaction has this description'],
  [
    ['pact', 'verify', 'URL', '--only=--help'],
    'option-invalid',
    '--only "--help": no interaction has this description',
  ],
  [['pact', 'verify', '--', '--only'], 'target-invalid', '"--only"'],
  [['verify', '--', '--help'], 'target-invalid', '"--help"'],
  [['verify', 'URL', '--spec=-x'], 'spec-unreadable', '-x: no such file'],
  [['diff', '--', '-a', '-b'], 'spec-unreadable', '-a: no such file'],
  [['diff', 'git:--output=x:a.yaml', 'x'], 'option-invalid', 'expected git:REF:path'],
  [['verify', 'URL', '--seed=-1'], 'option-invalid', '--seed "-1"', 'from 0 to 2147483647'],
  [['verify', 'URL', '--cases', 'many'], 'option-invalid', '--cases "many"'],
  [['verify', 'URL', '--rate', '0'], 'option-invalid', '--rate "0"'],
  [['verify', 'URL', '--max-failures', '0'], 'option-invalid', '--max-failures "0"'],
  [['verify', 'URL', '--max-time', '0'], 'option-invalid', '--max-time "0"'],
  [['verify', 'URL', '--report', 'json=twice.x', '--report', 'junit=twice.x'], 'option-invalid', 'twice.x twice'],
  [['verify', 'URL', '--report', 'pdf=x'], 'option-invalid', '--report pdf=x', 'html, json, junit'],
  [['verify', 'URL', '--report', 'json=/etc/passwd/x'], 'file-unwritable', '/etc/passwd/x'],
  [['verify', 'URL', '--spec', 'no/such.yaml'], 'spec-unreadable', 'no/such.yaml'],
  [['verify', 'http://me:hush@127.0.0.1:1'], 'target-invalid', 'user name or password'],
  [
    ['verify', 'URL', '--auth', 'nosuch=hush'],
    'option-invalid',
    'unknown security scheme nosuch',
    'declares bearerAuth',
  ],
  [['pact', 'verify', 'URL', '--auth', 'nosuch=hush'], 'option-invalid', 'unknown security scheme nosuch'],
  [['replay', 'a/b/c', 'URL', '--auth', 'nosuch=hush'], 'option-invalid', 'unknown security scheme nosuch'],
  [['gate', 'URL', 'more'], 'option-invalid', '"more"'],
  [['gate', '--out', '/etc/passwd/x'], 'file-unwritable', '/etc/passwd/x'],
  [['replay'], 'argument-missing', 'CASE_ID'],
  [['replay', 'a/b/c', 'URL'], 'case-unknown', '"a/b/c"'],
];

describe.concurrent('a usage error exits with 2 and one message on stderr', () => {
  test.each(usageErrors.map(([args, ...rest]) => [args.join(' '), args, ...rest] as const))(
    'plant-store %s',
    async (_title, args, code, ...says) => {
      const { exitCode, stdout, stderr } = await runPlantStore(args.map((arg) => (arg === 'URL' ? nowhere : arg)));
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(new RegExp(`^error\\[${code}\\]: .+\\n( {2}.+\\n)+ {2}fix {2}.+\\n$`));
      for (const words of says) expect(stderr).toContain(words);
      expect(stderr).not.toMatch(/hush|hûsh|node:|\.ts:\d|^ +at [^ ]+ \(/m);
    },
  );

  test('an empty token is a missing token', async () => {
    const { exitCode, stderr } = await runPlantStore(['verify', nowhere], '');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('error[credentials-missing]')]);
  });

  test('a missing token names the required security scheme', async () => {
    const { exitCode, stderr } = await runWithoutToken('verify', nowhere);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('createPlant requires bearerAuth')]);
  });
});
