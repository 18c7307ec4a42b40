/** An option that takes one value never loses another one in silence. */
import { describe, expect, test, vi } from 'vitest';
import { readServerLimits } from '../../cli/actions/mock/settings.ts';
import type { Command, CommandGroup } from '../../cli/command.ts';
import { readSchemeCredentials } from '../../cli/options/option-values.ts';
import { parseInput } from '../../cli/parsing/parse-arguments.ts';

const described = await Promise.all(
  ['mock', 'verify', 'pact', 'gate', 'merge', 'certificate', 'diff', 'replay', 'explain'].map(
    (name): Promise<{ readonly command: Command | CommandGroup }> => import(`../../cli/commands/${name}.ts`),
  ),
);
const all: readonly Command[] = described.flatMap(({ command }) =>
  'subcommands' in command ? Object.values(command.subcommands) : [command],
);

describe.each(all.map((command) => [command.name, command] as const))('%s', (_name, command) => {
  const single = Object.entries(command.options).filter(([, { type, multiple }]) => type === 'string' && !multiple);

  test.each(single.map(([name]) => name))('rejects two values of --%s', (name) => {
    expect(() => parseInput(command, [`--${name}=a`, `--${name}`, 'b'])).toThrow(
      expect.objectContaining({ code: 'option-invalid', detail: `--${name} has 2 different values, but takes one` }),
    );
    expect(parseInput(command, [`--${name}=a`, `--${name}=a`]).options).toEqual({ [name]: 'a' });
  });
});

test('a second document is no part of a gate: the fix is a second run', () => {
  const gate = all.find(({ name }) => name === 'gate');
  expect(() => gate && parseInput(gate, ['--spec', 'a.yaml', '--spec', 'b.yaml'])).toThrow(
    expect.objectContaining({ fix: 'Run plant-store gate once for each document, or keep one --spec.' }),
  );
});

test('rejects two credentials of one scheme, and none that overrides the environment', () => {
  const given = (...auth: readonly string[]) => ({ options: { auth }, positionals: [] });
  expect(() => readSchemeCredentials(given('key=one', 'key=two'))).toThrow('--auth has two credentials for key');
  expect(readSchemeCredentials(given('key=one', 'key=one'))).toEqual(new Map([['key', 'one']]));
  vi.stubEnv('PLANT_STORE_AUTH', 'key=two');
  expect(readSchemeCredentials(given('key=one'))).toEqual(new Map([['key', 'one']]));
  vi.stubEnv('PLANT_STORE_AUTH', 'key=two\nkey=three');
  expect(() => readSchemeCredentials(given())).toThrow('PLANT_STORE_AUTH has two credentials for key');
  vi.unstubAllEnvs();
});

test('rejects two values of one limit', () => {
  expect(() => readServerLimits(['body=1mb', 'body=2mb'])).toThrow('--limit has different values');
});
