/** The sizes of the layers as a table of Markdown. */
import type { Shape, Size } from './shape.ts';

export function tableOf({ sizes }: Shape): string {
  const rows = [...sizes].filter(([layer]) => !layer.endsWith('.ts'));
  const all = [...sizes.values()].reduce(sum);
  return [
    '| layer | files | lines | lines of code |',
    '|---|---:|---:|---:|',
    ...rows.map(([layer, size]) => rowOf(`\`${layer}/\``, size)),
    rowOf('all', all),
  ].join('\n');
}

function rowOf(name: string, { files, lines, codeLines }: Size): string {
  return `| ${name} | ${[files, lines, codeLines].map((count) => count.toLocaleString('en')).join(' | ')} |`;
}

function sum(a: Size, b: Size): Size {
  return { files: a.files + b.files, lines: a.lines + b.lines, codeLines: a.codeLines + b.codeLines };
}
