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

test('certificates have the same figures as docs/explanation/zoo.md', () => {
  const [faultyImplementations, detected] = columnsOf('all faulty');
  const [correctImplementations, , , falsePositives] = columnsOf('all correct');
  expect(zooFigures).toEqual({ faultyImplementations, detected, correctImplementations, falsePositives });
});

test('counts every implementation of the zoo', () => {
  const stores = zoos.flatMap(({ variants }) => variants);
  const faulty = stores.filter(({ kind }) => kind === 'faulty').length;
  expect(zooFigures).toMatchObject({ faultyImplementations: faulty, correctImplementations: stores.length - faulty });
});
