import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { zooFigures } from '../../contracts/certificate/issue-certificate.ts';
import { zoos } from '../evals/zoo/zoos.ts';

const page = readFileSync(new URL('../../docs/explanation/zoo.md', import.meta.url), 'utf8');

function columnsOf(row: string): readonly number[] {
  const line = page.split('\n').find((one) => one.startsWith(`| ${row} `)) ?? '';
  return line
    .split('|')
    .slice(2)
    .map((cell) => Number.parseInt(cell.replaceAll(',', ''), 10));
}

test('what certificates say of the kit is what docs/explanation/zoo.md says', () => {
  const [faulty, caught] = columnsOf('all faulty');
  const [right, , , falseAlarms] = columnsOf('all correct');
  expect(zooFigures).toEqual({ faulty, caught, right, falseAlarms });
});

test('is of every store that the zoo has now', () => {
  const stores = zoos.flatMap(({ variants }) => variants);
  const faulty = stores.filter(({ kind }) => kind === 'faulty').length;
  expect(zooFigures).toMatchObject({ faulty, right: stores.length - faulty });
});
