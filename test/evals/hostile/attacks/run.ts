/**
 * `npm run attacks [-- NAME...]`: runs the attacks whose theme or name contains one of the words, or all, sequentially, and
 * prints the responses. Exits with 1 if a response is not the expected one. `npm run attacks -- --write` runs none: it writes
 * the tables into docs/explanation/reliability.md and attacks.md.
 */
import { isDeepStrictEqual } from 'node:util';
import { sanitizeLine } from '../../../../sanitize.ts';
import { writeSection } from '../reliability-page.ts';
import type { Attack, AttackTheme } from './attack.ts';
import { attackThemes } from './attack-themes.ts';
import { type AttackedStore, startAttackedStore } from './attacked-store.ts';
import { attackTables } from './docs.ts';
import { responseProblems } from './response-problems.ts';
import { type AttackResult, responseBody, runAttack } from './run-attack.ts';

const words = process.argv.slice(2);

if (words.includes('--write')) for (const [name, text] of Object.entries(attackTables())) writeSection(name, text);
else for (const theme of attackThemes) await runAll(theme);

async function runAll(theme: AttackTheme): Promise<void> {
  const isWanted = (text: string) => words.length === 0 || words.some((word) => text.includes(word));
  const attacks = theme.attacks.filter(({ name }) => isWanted(`${theme.name}: ${name}`));
  if (attacks.length === 0) return;
  process.stdout.write(`${theme.name}\n`);
  const store = await startAttackedStore(theme.store ?? 'usual');
  for (const attack of attacks) await reportAttack(store, attack);
  await store.stop();
}

async function reportAttack(store: AttackedStore, attack: Attack): Promise<void> {
  const startedAt = performance.now();
  const result = await runAttack(store.address, attack);
  const milliseconds = Math.round(performance.now() - startedAt);
  const isRight = isAsExpected(result, attack) && store.isAlive();
  if (!isRight) process.exitCode = 1;
  const { statuses, connection, responses, rest } = result;
  const statusText = statuses.length > 3 ? `${statuses.length} answers` : statuses.join();
  const text = sanitizeLine(`${responseBody(responses, statuses.length)} ${rest}`).slice(0, 200);
  process.stdout.write(
    `  ${isRight ? 'right' : 'WRONG'} ${attack.name}: ${statusText} ${connection} ${milliseconds} ms ${text}\n`,
  );
}

function isAsExpected({ statuses, connection, responses, rest }: AttackResult, { expected }: Attack): boolean {
  const isShown = expected.bodyPattern?.test(responseBody(responses, statuses.length)) ?? true;
  const isSame = isDeepStrictEqual([statuses, connection, rest], [expected.statuses, expected.connection, '']);
  return isSame && isShown && responses.flatMap(responseProblems).length === 0;
}
