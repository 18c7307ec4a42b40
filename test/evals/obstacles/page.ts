/** The matrix of obstacles, as a table and as docs/explanation/obstacles.md. */
import { writeFileSync } from 'node:fs';
import { type CrossedVariant, isUnexpected } from './cross.ts';
import { obstacles } from './obstacle.ts';

/** What a run of the eval has measured. */
interface ObstacleFigures {
  readonly crossed: readonly CrossedVariant[];
  /** Number of variants whose defect the proxy hides. */
  readonly hidden: number;
  /** Each Nth variant of a zoo was taken. */
  readonly every: number;
}

const columns = ['errors', 'inconclusive', 'conforms'] as const;

export function obstacleTable(crossed: readonly CrossedVariant[]): string {
  const rows = obstacles.flatMap((obstacle) =>
    (['faulty', 'right'] as const).flatMap((kind) => {
      const own = crossed.filter((one) => one.obstacle === obstacle && one.variant.kind === kind);
      const counts = columns.map((column) => own.filter(({ verdict }) => verdict.kind === column).length);
      const title = kind === 'right' ? 'correct' : 'faulty';
      return own.length === 0 ? [] : [`| ${obstacle.name} | ${title} | ${[own.length, ...counts].join(' | ')} |`];
    }),
  );
  return [
    '| obstacle | variants | runs | errors | inconclusive | conforms |',
    '| --- | --- | --: | --: | --: | --: |',
    ...rows,
  ].join('\n');
}

const page = new URL('../../../docs/explanation/obstacles.md', import.meta.url);

export function writeObstaclePage(figures: ObstacleFigures): void {
  writeFileSync(page, pageText(figures));
}

function unexpectedText(crossed: readonly CrossedVariant[]): string {
  const unexpected = crossed.filter(isUnexpected);
  if (unexpected.length === 0) return 'All runs are as required.';
  const items = unexpected.map(
    ({ zoo, variant, obstacle, verdict }) => `- ${zoo.name}/${variant.name}, ${obstacle.name}: ${verdict.kind}`,
  );
  return `Not as required yet:\n\n${items.join('\n')}`;
}

function pageText({ crossed, hidden, every }: ObstacleFigures): string {
  const sample = every === 1 ? 'all variants' : `one variant in ${every} of each zoo`;
  return `# Obstacles: defects that a run cannot reach

An implementation can conform in every response and still hide a defect: if creates are rejected, no deletion is
tested. Such a run must not pass. \`npm run obstacles\` puts a proxy between the verifier and each variant of
[the zoo](zoo.md), and checks it behind each obstacle that concerns its contract:

${obstacles.map(({ name, description }) => `- **${name}**: ${description}.`).join('\n')}

A faulty variant has to get errors or be inconclusive, never conform. A correct one must get no error,
except where the obstacle itself violates the contract: cut lists, and records that are not found to be deleted. ${hidden} faulty variants are left out, because the
proxy itself hides their defects (connections and message framing). Measured: ${sample}.

${obstacleTable(crossed)}

${unexpectedText(crossed)}
`;
}
