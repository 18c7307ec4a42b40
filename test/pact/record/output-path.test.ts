import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { recordingFileName, writeRecording } from '../../../contracts/pact/record/output-path.ts';
import { createRecording } from '../../../contracts/pact/record/record-pact.ts';
import { committedPact, contract, kitErrorOf, temporaryFolder } from '../support.ts';

const recording = createRecording(contract);

it('names the file in a folder after consumer and provider', async () => {
  const folder = temporaryFolder();
  const file = await writeRecording(recording, folder);
  expect(file).toBe(path.join(folder, 'generated-from-plant-store-plant-store.json'));
  expect(readFileSync(file, 'utf8')).toBe(recording.text);
});

it('creates a folder given with a trailing slash', async () => {
  const file = await writeRecording(recording, `${temporaryFolder()}/new/pacts/`);
  expect(path.basename(path.dirname(file))).toBe('pacts');
});

it.each([['../../evil'], ['/etc/passwd'], ['..\\evil'], ['..'], ['a\u0000b'], ['x'.repeat(500)]])(
  'stays within the folder for a consumer named %j',
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
])('uses a portable file name for a consumer named %j', (consumer, name) => {
  expect(recordingFileName({ consumer, provider: 'p' })).toBe(name);
});

it('does not write to a folder that is a symbolic link', async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'other'));
  symlinkSync('other', path.join(folder, 'link'));
  const error = await kitErrorOf(writeRecording(recording, path.join(folder, 'link')));
  expect(error.detail).toContain(`this is a symbolic link to ${path.join(folder, 'other')}`);
  expect(readdirSync(path.join(folder, 'other'))).toEqual([]);
});

it('keeps letters of every language in a name', () => {
  expect(recordingFileName({ consumer: 'Gärtner', provider: '植物' })).toBe('Gärtner-植物.json');
});

it.each([
  ['-rf', '..', '_rf-...json'],
  ['--config=x', 'a/b', '_config_x-a_b.json'],
  ['con', '\u202egpj', 'con-_gpj.json'],
])('a file of %j and %j is not an option, not hidden and not in another folder', (consumer, provider, name) => {
  expect(recordingFileName({ consumer, provider })).toBe(name);
});

it('overwrites a file that it has written before', async () => {
  const file = path.join(temporaryFolder(), 'pact.json');
  await writeRecording(createRecording(contract, { consumer: 'before' }), file);
  await writeRecording(recording, file);
  expect(readFileSync(file, 'utf8')).toBe(recording.text);
});

it.each([
  ['a pact that was not generated', readFileSync(committedPact, 'utf8')],
  ['a file that is not JSON', 'notes'],
  ['an empty file', ''],
])('does not change %s', async (_which, text) => {
  const file = path.join(temporaryFolder(), 'pact.json');
  writeFileSync(file, text);
  const error = await kitErrorOf(writeRecording(recording, file));
  expect([error.code, error.detail]).toEqual(['file-unwritable', `${file}: this file was not written by this command`]);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('does not follow a symbolic link to another file', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'mine.json'), '{}');
  symlinkSync(path.join(folder, 'mine.json'), path.join(folder, 'link.json'));
  await kitErrorOf(writeRecording(recording, path.join(folder, 'link.json')));
  expect(readFileSync(path.join(folder, 'mine.json'), 'utf8')).toBe('{}');
});
