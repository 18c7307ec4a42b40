/** The sizes of the layers as a table of Markdown. */
import type { CodeShape, CodeSize } from './code-shape.ts';

export function sizeTable({ sizes }: CodeShape): string {
  const rows = [...sizes].filter(([layer]) => !layer.endsWith('.ts'));
  const all = [...sizes.values()].reduce(sum);
  return [
    '| layer | files | lines | lines of code |',
    '|---|---:|---:|---:|',
    ...rows.map(([layer, size]) => rowOf(`\`${layer}/\``, size)),
    rowOf('all', all),
  ].join('\n');
}

function rowOf(name: string, { files, lines, codeLines }: CodeSize): string {
  return `| ${name} | ${[files, lines, codeLines].map((count) => count.toLocaleString('en')).join(' | ')} |`;
}

function sum(a: CodeSize, b: CodeSize): CodeSize {
  return { files: a.files + b.files, lines: a.lines + b.lines, codeLines: a.codeLines + b.codeLines };
}
