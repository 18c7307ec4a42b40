/**
 * Runs every command in every document, as its reader would.
 *
 * The commands are in blocks fenced as `sh`, `bash`, `shell` or `console` in README.md, ARCHITECTURE.md, CONTRIBUTING.md, SECURITY.md,
 * CHANGELOG.md and docs/**; and in the comment at the top of docker-compose.yml. Each command is run, in the order of the
 * document, or is one of shell/untested-commands.ts. A document uses one shell: variables, the folder and running servers are kept.
 *
 * - A command ends with exit code 0, or with that of the comment after it: `# exit 1`.
 * - In a `console` block, commands begin with `$ `, and the next lines are compared with their stdout and stderr. `...`
 *   alone on a line stands for any lines, `…` in a line for any text; ports, times and days are not compared.
 * - A response to curl that is not a success has its status in the line, the comment after it, or the output shown.
 * - The folder is a checkout with a history (`git:origin/main:spec/plant-store.yaml` exists), with `api.yaml`,
 *   `openapi.yaml` (both the Plant Store) and `pacts/shop.json`. Any other file is one that the document shows: a block whose
 *   fence ends with its name (```json records.json) or whose first line is a comment that begins with it (`# rules.yaml`).
 * - `plant-store mock` and `npm start` stay in the background until the next one starts, and listen on a
 *   free port instead of theirs. If a document starts none, a default mock server is at 127.0.0.1:4010 (a
 *   plant was created there), a correct implementation at 127.0.0.1:8080 and at https://ANY.example.com, and something that
 *   answers 200 to everything at 127.0.0.1:4011. `<!-- 8080: lowers-name -->` anywhere in the document puts that variant of
 *   test/evals/zoo at 8080. Nothing listens on other ports.
 * - `PLANT_STORE_TOKEN=...` stands for the valid token; no other placeholder is supported.
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
  it.concurrent.each(withCommands)('%s have the documented results', async (document) => {
    expect((await runDocument(document)).join('\n')).toBe('');
  });
});

it('every command is in a block of commands', () => {
  expect(documents.flatMap(unlabeledCommandsIn)).toEqual([]);
});

describe('between backticks', () => {
  const written = documents.flatMap((document) => inlineCommandsIn(document).map((code) => ({ document, code })));

  it.each(written)('$code of $document is a valid command with valid options', async ({ code }) => {
    await expect(parseInline(code)).resolves.toBeUndefined();
  });

  it.each(['plant-store verfy URL', 'plant-store verify URL --olny x', 'npm run nothing'])(
    '%s would be reported',
    async (code) => {
      await expect(parseInline(code)).rejects.toThrow();
    },
  );
});

describe('the exceptions', () => {
  const parts = sources.flatMap(shellCommandsIn).flatMap((command) => command.parts);

  it.each(untestedCommands.map((one) => ({ ...one, title: one.command.source })))(
    '$title belongs to an existing command and is tested elsewhere',
    ({ command, testedBy }) => {
      expect(parts.filter((part) => command.test(part))).not.toEqual([]);
      expect(readFileSync(testedBy.file, 'utf8')).toContain(testedBy.title ?? '');
    },
  );
});
