/** The terminal lines of the interactions of a verification. */
import { expect, test } from 'vitest';
import { readPact } from '../../../contracts/pact/file/pact-file.ts';
import type { InteractionResult } from '../../../contracts/pact/provider/interaction-result.ts';
import { interactionLines } from '../../../contracts/render/text/pact-text.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import { pactText, pactWithInteraction } from '../file/support.ts';
import { fileOf } from '../support.ts';

const plain = styleFor({ isTTY: false });

/** One result for each status, with the interactions `i 0`, `i 1`, ... */
async function linesOf(words: readonly string[]): Promise<readonly string[]> {
  const interactions = words.map((_word, index) => pactWithInteraction({ description: `i ${index}` }));
  const pact = await readPact(fileOf(pactText({}, { interactions })));
  const results = pact.interactions.map((interaction, index): InteractionResult => {
    const [word, note] = (words[index] ?? '').split(': ');
    return {
      ...{ pactFile: pact.file, consumer: pact.consumer, interaction, operation: undefined },
      status: word === 'failed' ? 'failed' : word === 'not checked' ? 'not checked' : 'passed',
      reason: word === 'not checked' ? note : undefined,
      notes: word === 'passed' && note !== undefined ? [note] : [],
      ...{ isPending: false, mismatches: [], violations: [], hasRealCredentials: false, exchange: undefined },
      findings: [],
    };
  });
  return interactionLines(results, plain).map((line) => line.trim().replace(/ {2,}/, ' '));
}

const times = (count: number, word: string) => Array.from({ length: count }, () => word);

test('each has its own line if they fit on a screen', async () => {
  expect(await linesOf(times(40, 'passed'))).toHaveLength(40);
  expect(await linesOf(times(20, 'passed: a note'))).toHaveLength(40);
});

test('groups similar ones if there are more, except failures', async () => {
  const words = [...times(30, 'passed'), ...times(5, 'failed'), ...times(9, 'not checked: no state')];
  expect(await linesOf([...words, 'not checked: no token'])).toEqual([
    'passed i 0',
    'passed i 1',
    'passed i 2',
    'and 27 more like these; use --json to see all',
    ...['FAILED i 30', 'FAILED i 31', 'FAILED i 32', 'FAILED i 33', 'FAILED i 34'],
    'not checked i 35',
    'not checked i 36',
    'not checked i 37',
    'and 6 more like these; use --json to see all',
    'each: no state',
    'not checked i 44',
    'no token',
  ]);
});

test('prints a note for each interaction that has it', async () => {
  expect(await linesOf([...times(39, 'failed'), ...times(2, 'passed: a note')])).toEqual([
    ...Array.from({ length: 39 }, (_unused, index) => `FAILED i ${index}`),
    'passed i 39',
    'passed i 40',
    'each: a note',
  ]);
});
