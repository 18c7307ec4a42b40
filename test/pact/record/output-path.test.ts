import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { recordingFileName, writeRecording } from '../../../contracts/pact/record/output-path.ts';
import { createRecording } from '../../../contracts/pact/record/record-pact.ts';
import { committedPact, contract, kitErrorOf, temporaryFolder } from '../support.ts';

const recording = createRecording(contract);

it('writes into a folder under the names of consumer and provider', async () => {
  const folder = temporaryFolder();
  const file = await writeRecording(recording, folder);
  expect(file).toBe(path.join(folder, 'generated-from-plant-store-plant-store.json'));
  expect(readFileSync(file, 'utf8')).toBe(recording.text);
});

it('makes a folder that is named with a slash at its end', async () => {
  const file = await writeRecording(recording, `${temporaryFolder()}/new/pacts/`);
  expect(path.basename(path.dirname(file))).toBe('pacts');
});

it.each([['../../evil'], ['/etc/passwd'], ['..\\evil'], ['..'], ['a\u0000b'], ['x'.repeat(500)]])(
  'stays within the folder for a consumer called %j',
  async (consumer) => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'in'));
    const file = await writeRecording(createRecording(contract, { consumer }), path.join(folder, 'in'));
    expect(path.dirname(file)).toBe(path.join(folder, 'in'));
    expect(readdirSync(folder)).toEqual(['in']);
    expect(readdirSync(path.join(folder, 'in'))).toHaveLength(1);
  },
);

it.each([
  ['a\nb', 'a_b-p.json'],
  ['c:evil', 'c_evil-p.json'],
  ['con.x', '_con.x-p.json'],
  ['COM1.x', '_COM1.x-p.json'],
  ['console.x', 'console.x-p.json'],
])('names the file of a consumer called %j so that every system has it', (consumer, name) => {
  expect(recordingFileName({ consumer, provider: 'p' })).toBe(name);
});

it('does not write into a folder that is a link', async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'other'));
  symlinkSync('other', path.join(folder, 'link'));
  const error = await kitErrorOf(writeRecording(recording, path.join(folder, 'link')));
  expect(error.detail).toContain(`it is a link to ${path.join(folder, 'other')}`);
  expect(readdirSync(path.join(folder, 'other'))).toEqual([]);
});

it('keeps letters of every language in a name', () => {
  expect(recordingFileName({ consumer: 'Gärtner', provider: '植物' })).toBe('Gärtner-植物.json');
});

it.each([
  ['-rf', '..', '_rf-...json'],
  ['--config=x', 'a/b', '_config_x-a_b.json'],
  ['con', '\u202egpj', 'con-_gpj.json'],
])('a file of %j and %j is neither an option nor hidden nor elsewhere', (consumer, provider, name) => {
  expect(recordingFileName({ consumer, provider })).toBe(name);
});

it('writes over what it has written before', async () => {
  const file = path.join(temporaryFolder(), 'pact.json');
  await writeRecording(createRecording(contract, { consumer: 'before' }), file);
  await writeRecording(recording, file);
  expect(readFileSync(file, 'utf8')).toBe(recording.text);
});

it.each([
  ['a pact that somebody wrote', readFileSync(committedPact, 'utf8')],
  ['what is no JSON', 'notes'],
  ['an empty file', ''],
])('leaves %s as it is', async (_which, text) => {
  const file = path.join(temporaryFolder(), 'pact.json');
  writeFileSync(file, text);
  const error = await kitErrorOf(writeRecording(recording, file));
  expect([error.code, error.detail]).toEqual([
    'file-unwritable',
    `${file}: this file was not written by this command`,
  ]);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('does not write through a link to another file', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'mine.json'), '{}');
  symlinkSync(path.join(folder, 'mine.json'), path.join(folder, 'link.json'));
  await kitErrorOf(writeRecording(recording, path.join(folder, 'link.json')));
  expect(readFileSync(path.join(folder, 'mine.json'), 'utf8')).toBe('{}');
});
