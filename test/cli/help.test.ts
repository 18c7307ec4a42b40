import { describe, expect, test } from 'vitest';
import { command as pact } from '../../cli/commands/pact.ts';
import { checkCatalog } from '../../contracts/catalog/check-catalog.ts';
import { testCategories } from '../../contracts/conformance/test-categories.ts';
import { runPlantStore } from './support.ts';

const commands = [
  'init',
  'mock',
  'verify',
  'pact',
  'gate',
  'merge',
  'certificate',
  'diff',
  'replay',
  'explain',
  'demo',
];

const subcommands = Object.keys(pact.subcommands).map((name) => `pact ${name}`);

describe.concurrent('help', () => {
  test.each(['--help', '-h', 'help'])('%s lists the commands and the exit codes', async (word) => {
    const { exitCode, stdout, stderr } = await runPlantStore([word]);
    expect([exitCode, stderr]).toEqual([0, '']);
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^ {2}${command} +\\S`, 'm'));
    expect(stdout).toContain('Exit codes: 0 conforms, 1 does not conform, 2 inconclusive.');
  });

  test('shows the same without a command, and exits with 2', async () => {
    const [none, help] = await Promise.all([runPlantStore([]), runPlantStore(['--help'])]);
    expect([none.exitCode, none.stdout]).toEqual([2, help.stdout]);
  });

  test('pact without a subcommand lists them, and exits with 2', async () => {
    const [none, help] = await Promise.all([runPlantStore(['pact']), runPlantStore(['pact', '--help'])]);
    expect([none.exitCode, none.stdout, help.exitCode]).toEqual([2, help.stdout, 0]);
    for (const one of subcommands) expect(help.stdout).toMatch(new RegExp(`^ {2}${one} +\\S`, 'm'));
  });

  test.each([...commands.filter((name) => name !== 'pact'), ...subcommands])(
    '%s --help shows usage, each option with its value, and examples',
    async (command) => {
      const { exitCode, stdout } = await runPlantStore([...command.split(' '), '--help']);
      expect(exitCode).toBe(0);
      expect(stdout).toContain(`Usage: plant-store ${command}`);
      expect(stdout).toMatch(new RegExp(`Examples:\\n.*plant-store ${command}`, 's'));
      const options = stdout.match(/^ {2}--.*$/gm) ?? [];
      for (const line of options) expect(line).toMatch(/^ {2}--[a-z-]+( [A-Z=|]+( \.\.\.)?)? +\S/);
      if (command !== 'explain' && command !== 'demo') expect(options.length).toBeGreaterThan(2);
    },
  );

  test('--version prints a version', async () => {
    expect((await runPlantStore(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe.concurrent('explain', () => {
  test('describes a test category', async () => {
    const { exitCode, stdout } = await runPlantStore(['explain', 'random-sequences']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^random-sequences \(test category\)\n[\s\S]*after random sequences of operations[\s\S]*--only random-sequences\n$/,
    );
  });

  test('lists every check and every test category', async () => {
    const { exitCode, stdout } = await runPlantStore(['explain']);
    expect(exitCode).toBe(0);
    for (const { id, invariant } of checkCatalog)
      expect(stdout).toMatch(new RegExp(`^  ${id} +${RegExp.escape(invariant)}$`, 'm'));
    for (const { name } of testCategories) expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
  });

  test('describes what a check requires, its violation and why it matters', async () => {
    const { exitCode, stdout } = await runPlantStore(['explain', 'invalid-rejected']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^invalid-rejected \(error\)\n\nRequires: .+\nViolation: .+\n\nData that the contract forbids/,
    );
  });
});
