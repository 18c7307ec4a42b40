/**
 * `npm run attacks [-- NAME...]`: the attacks whose theme or name contains one of the words, or all, one after another, with
 * what came back. Exits with 1 where that is not what the table says. `npm run attacks -- --write` attacks nobody: it writes
 * the tables into docs/reliability.md.
 */
import { isDeepStrictEqual } from 'node:util';
import { visible } from '../../../../text.ts';
import { writeBetween } from '../reliability-page.ts';
import { faultsOf } from './answer-faults.ts';
import type { Attack, Theme } from './attack.ts';
import { attackTables } from './docs.ts';
import { type AttackedStore, startStore } from './store.ts';
import { bodyOf, type Struck, strike } from './strike.ts';
import { themes } from './table.ts';

const words = process.argv.slice(2);

if (words.includes('--write'))
  for (const [name, text] of Object.entries(attackTables())) writeBetween(name, text);
else for (const theme of themes) await attackAll(theme);

async function attackAll(theme: Theme): Promise<void> {
  const isWanted = (text: string) => words.length === 0 || words.some((word) => text.includes(word));
  const attacks = theme.attacks.filter(({ name }) => isWanted(`${theme.name}: ${name}`));
  if (attacks.length === 0) return;
  process.stdout.write(`${theme.name}\n`);
  const store = await startStore(theme.store ?? 'usual');
  for (const attack of attacks) await tell(store, attack);
  await store.stop();
}

async function tell(store: AttackedStore, attack: Attack): Promise<void> {
  const begun = performance.now();
  const struck = await strike(store.address, attack);
  const milliseconds = Math.round(performance.now() - begun);
  const isRight = isAsTold(struck, attack) && store.isAlive();
  if (!isRight) process.exitCode = 1;
  const { statuses, leaves, answers, rest } = struck;
  const told = statuses.length > 3 ? `${statuses.length} answers` : statuses.join();
  const text = visible(`${bodyOf(answers, statuses.length)} ${rest}`).slice(0, 200);
  process.stdout.write(
    `  ${isRight ? 'right' : 'WRONG'} ${attack.name}: ${told} ${leaves} ${milliseconds} ms ${text}\n`,
  );
}

function isAsTold({ statuses, leaves, answers, rest }: Struck, { gets }: Attack): boolean {
  const isShown = gets.shows?.test(bodyOf(answers, statuses.length)) ?? true;
  const isSame = isDeepStrictEqual([statuses, leaves, rest], [gets.statuses, gets.leaves, '']);
  return isSame && isShown && answers.flatMap(faultsOf).length === 0;
}
