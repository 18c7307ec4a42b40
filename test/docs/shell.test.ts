/**
 * Every command in every document is run, as its reader would run it.
 *
 * Found are: blocks fenced as `sh`, `bash`, `shell` or `console` in README.md, ARCHITECTURE.md, CONTRIBUTING.md, SECURITY.md,
 * CHANGELOG.md and docs/**; and what the comment on top of docker-compose.yml says. Each command is run, in the order of the
 * document, or is one of shell/untested-commands.ts. One document is one shell: variables, the folder and running servers stay.
 *
 * - A command ends with exit code 0, or with what the comment behind it says: `# exit 1`.
 * - In a `console` block commands begin with `$ `, and what follows is compared with what they print, stdout and stderr. `...`
 *   alone on a line stands for any lines, `…` in a line for any text; ports, times and days are not compared.
 * - An answer to curl that is no success has its status in the line, the comment behind it, or the output shown.
 * - The folder is a checkout with a history (`git:origin/main:spec/plant-store.yaml` is there), and holds `api.yaml`,
 *   `openapi.yaml` (both the Plant Store) and `pacts/shop.json`. Any other file is one that the document shows: a block whose
 *   fence ends with its name (```json records.json) or whose first line is a comment that begins with it (`# rules.yaml`).
 * - `plant-store mock` and `npm start` stay in the background (nothing behind them is needed) until the next one starts, and
 *   listen on a free port in place of theirs. Where a document starts none, the default fake store is at 127.0.0.1:4010 (a
 *   plant was created there), a right implementation at 127.0.0.1:8080 and at https://ANY.example.com, and something that
 *   answers 200 to everything at 127.0.0.1:4011. `<!-- 8080: lowers-name -->` anywhere in the document puts that variant of
 *   test/evals/zoo at 8080. Every other port is one on which nobody listens.
 * - `PLANT_STORE_TOKEN=...` stands for the right token; no other placeholder is understood.
 * - No here-documents, no `if` and `for` over several lines.
 *
 * Commands between backticks in prose (`plant-store …`, `npx plant-store …`, `npm run …`) are parsed: command and options exist.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documents } from './documents.ts';
import { shellCommandsIn, unlabeledCommandsIn } from './shell/find-commands.ts';
import { inlineCommandsIn, parseInline } from './shell/inline-commands.ts';
import { isExecuted, runDocument } from './shell/run-document.ts';
import { untestedCommands } from './shell/untested-commands.ts';

const sources = [...documents, 'docker-compose.yml'];
const withCommands = sources.filter((document) =>
  shellCommandsIn(document).some(({ parts }) => parts.some(isExecuted)),
);

describe('the commands of', () => {
  it.concurrent.each(withCommands)('%s do what it says', async (document) => {
    expect((await runDocument(document)).join('\n')).toBe('');
  });
});

it('no command stands in a block that is not one of commands', () => {
  expect(documents.flatMap(unlabeledCommandsIn)).toEqual([]);
});

describe('between backticks', () => {
  const written = documents.flatMap((document) => inlineCommandsIn(document).map((code) => ({ document, code })));

  it.each(written)('$code of $document is a command, with options that it has', async ({ code }) => {
    await expect(parseInline(code)).resolves.toBeUndefined();
  });

  it.each(['plant-store verfy URL', 'plant-store verify URL --olny x', 'npm run nothing'])(
    '%s would be told',
    async (code) => {
      await expect(parseInline(code)).rejects.toThrow();
    },
  );
});

describe('the exceptions', () => {
  const parts = sources.flatMap(shellCommandsIn).flatMap((command) => command.parts);

  it.each(untestedCommands.map((one) => ({ ...one, title: one.command.source })))(
    '$title is of a command that there is, and is held by what there is',
    ({ command, testedBy }) => {
      expect(parts.filter((part) => command.test(part))).not.toEqual([]);
      expect(readFileSync(testedBy.file, 'utf8')).toContain(testedBy.title ?? '');
    },
  );
});
