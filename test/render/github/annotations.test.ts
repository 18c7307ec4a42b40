/** Workflow commands, read back as the runner of GitHub Actions reads them. */
import { expect, test } from 'vitest';
import { formatAnnotations } from '../../../contracts/render/github/annotations.ts';
import type { Report } from '../../../contracts/report/report.ts';
import { evidence, findingWith, reportWith, stageWith } from '../../report/support.ts';

interface Command {
  readonly level: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** As the runner does it: the first `::` after the properties ends them, and then escapes are undone. */
function commandsIn(text: string): readonly Command[] {
  return text.split('\n').flatMap((line) => {
    const [, level = '', list = '', message = ''] = /^::(\w+)(?: ([\s\S]*?))?::([\s\S]*)$/.exec(line) ?? [];
    if (level === '') return [];
    const properties = list.split(',').map((pair): [string, string] => {
      const [name = '', ...value] = pair.split('=');
      return [name, undone(value.join('='))];
    });
    return [{ level, properties: Object.fromEntries(properties), message: undone(message) }];
  });
}

function undone(text: string): string {
  return text
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%25', '%');
}

function reportOf(findings: ReturnType<typeof findingWith>[]): Report {
  return reportWith([stageWith({ findings })]);
}

test('are at the file and line of the contract, with expected values and the replay command', () => {
  const [command] = commandsIn(formatAnnotations(reportOf([findingWith({ evidence })])));
  expect(command).toEqual({
    level: 'error',
    properties: {
      file: 'spec/plant-store.yaml',
      line: '90',
      title: 'invalid-rejected: An invalid request is accepted',
    },
    message: [
      'createPlant: An invalid request is accepted',
      'expected 400',
      'received status 200',
      `case ${evidence.mutation}`,
      `replay ${evidence.replay}`,
    ].join('\n'),
  });
});

test('are at most ten, errors first, one of each check before others, and the rest counted', () => {
  const warnings = findingWith({ severity: 'warning', check: 'string-has-limit', fingerprint: 'warning' });
  const many = Array.from({ length: 15 }, (_one, index) => findingWith({ fingerprint: `many ${index}` }));
  const other = findingWith({ check: 'status-declared', fingerprint: 'other' });
  const commands = commandsIn(formatAnnotations(reportOf([warnings, ...many, other])));
  expect(commands).toHaveLength(10);
  expect(commands.map(({ level }) => level)).toEqual([...Array(9).fill('error'), 'notice']);
  expect(commands[1]?.properties['title']).toMatch(/^status-declared: /);
  expect(commands[9]?.message).toBe('8 more findings are in the report');
});

test('show a warning as an error with --strict', () => {
  const report = reportOf([findingWith({ severity: 'warning' })]);
  const levels = [report, { ...report, strict: true }].map((one) => commandsIn(formatAnnotations(one))[0]?.level);
  expect(levels).toEqual(['warning', 'error']);
});

test('escape lines, commands and properties in text from an implementation', () => {
  const hostile = 'x\n::set-output name=a::b\r\n::error file=c,line=1::d%0A::e, title=f\u001b[2J\u2028';
  const text = formatAnnotations(reportOf([findingWith({ received: hostile, title: hostile, check: 'a:b,c' })]));
  expect(text.split('\n')).toHaveLength(2);
  expect(text).not.toMatch(/[\r\u001b\u2028]/);
  const [command] = commandsIn(text);
  expect(Object.keys(command?.properties ?? {})).toEqual(['file', 'line', 'title']);
  expect(command?.message).toContain('::set-output name=a::b');
  expect(command?.message).toContain('d%0A::e, title=f');
  expect(text).toMatch(/^::error [^:]*::/);
});

test('have no file if the contract is not in the repository', () => {
  const place = { file: 'https://plants.example/openapi.yaml', line: 3, pointer: '' };
  expect(commandsIn(formatAnnotations(reportOf([findingWith({ place })])))[0]?.properties).toEqual({
    title: 'invalid-rejected: An invalid request is accepted',
  });
});

test('are empty without findings, except for one if the verdict is inconclusive', () => {
  expect(formatAnnotations(reportOf([]))).toBe('');
  const [command, ...others] = commandsIn(formatAnnotations(reportWith([stageWith()], ['conformance: no token'])));
  expect([command?.level, command?.message, others]).toEqual(['error', 'inconclusive: conformance: no token', []]);
});

test('omit duplicates and waived findings', () => {
  const reported = reportOf([findingWith({ duplicateOf: 'x' }), findingWith({ fingerprint: 'y' })]);
  const stages = reported.stages.map((stage) => ({
    ...stage,
    findings: stage.findings.map((finding) => ({
      ...finding,
      waived: { reason: 'known', expires: '2099-01-01' },
    })),
  }));
  expect(commandsIn(formatAnnotations(reported))).toHaveLength(1);
  expect(formatAnnotations({ ...reported, stages })).toBe('');
});
